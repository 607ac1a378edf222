import type { Address } from 'viem'
import * as z from 'zod/mini'
import { isAddress } from '../../address.js'
import type { BundleFacts } from './judgeBundle.js'

const longest = 2_000
const quantity = z.pipe(
  z.string().check(z.regex(/^\d{1,78}$/)),
  z.transform((digits) => BigInt(digits)),
)
const Trail = z.object({
  bundle: z.literal(true),
  after: quantity,
  nonce: z.exactOptional(z.number().check(z.int(), z.gte(0))),
  held: z.exactOptional(z.array(quantity)),
  atomic: z.boolean(),
  sponsored: z.exactOptional(z.boolean()),
  asked: z.exactOptional(
    z.array(
      z.object({
        to: z.custom<Address>((value) => typeof value === 'string' && isAddress(value)),
        value: quantity,
        data: z.templateLiteral(['0x', z.string().check(z.regex(/^[0-9a-f]*$/i))]),
      }),
    ),
  ),
})

/** What is remembered of calls that a wallet took together, to compare them after a reload. */
export function writeBundleTrail({ sentAfter, before, isAtomic, isSponsored, asked }: BundleFacts): string {
  const sponsored = isSponsored ? { sponsored: true } : {}
  const mark = before ? { nonce: before.nonce } : {}
  const base = { bundle: true, after: sentAfter.toString(), ...mark, atomic: isAtomic, ...sponsored }
  if (!asked) return JSON.stringify(base)
  const held = before ? { held: before.held.map(String) } : {}
  const calls = asked.map(({ to, value, data }) => ({ to, value: value.toString(), data }))
  const whole = JSON.stringify({ ...base, ...held, asked: calls })
  return whole.length > longest ? JSON.stringify(base) : whole
}

/** Reads what the browser's storage kept. `undefined` for the trail of one transaction, and for whatever is no trail. */
export function readBundleTrail(
  trail: string | undefined,
): Pick<BundleFacts, 'sentAfter' | 'before' | 'isAtomic' | 'isSponsored' | 'asked'> | undefined {
  if (trail === undefined || trail.length > longest) return undefined
  try {
    const { data } = z.safeParse(Trail, JSON.parse(trail))
    if (!data) return undefined
    const {
      after: sentAfter,
      nonce,
      held = [],
      atomic: isAtomic,
      sponsored: isSponsored = false,
      asked,
    } = data
    const before = nonce === undefined ? undefined : { nonce, held }
    return { sentAfter, before, isAtomic, isSponsored, asked }
  } catch {
    // It is no JSON.
    return undefined
  }
}
