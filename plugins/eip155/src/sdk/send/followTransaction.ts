import { BaseError } from '@latchkey/kernel/plugin'
import type { FollowRequest, SubmittedTransaction } from '@latchkey/kernel/contracts'
import type { Address, Hex } from 'viem'
import * as z from 'zod/mini'
import { isAddress, toChecksumAddress } from '../../address.js'
import type { CapabilityTools } from '../../capabilities.js'
import { type AskedCall, awaitReceipt, findTransaction, type SentCall } from './awaitReceipt.js'

const longest = 2_000
const hex = z.templateLiteral(['0x', z.string().check(z.regex(/^[0-9a-f]*$/i))])
const quantity = z.pipe(
  z.string().check(z.regex(/^\d{1,78}$/)),
  z.transform((digits) => BigInt(digits)),
)
const address = z.custom<Address>((value) => typeof value === 'string' && isAddress(value))
const schema = z.object({
  nonce: z.number().check(z.int(), z.gte(0)),
  after: quantity,
  asked: z.exactOptional(z.object({ to: address, value: quantity, data: hex })),
  call: z.templateLiteral(['0x', z.string().check(z.regex(/^[0-9a-f]{64}$/))]),
})

/** What is remembered of a transaction: where to look for another one that took its place, and what this one said. */
export function writeTrail({ nonce, call }: SentCall, sentAfter: bigint, asked?: AskedCall): string {
  const short = { nonce, after: sentAfter.toString(), call }
  const whole = { ...short, ...(asked ? { asked: { ...asked, value: asked.value.toString() } } : {}) }
  const text = JSON.stringify(whole)
  return text.length <= longest ? text : JSON.stringify(short)
}

export function readTrail(trail: string | undefined): z.infer<typeof schema> | undefined {
  if (trail === undefined || trail.length > longest) return undefined
  try {
    return z.safeParse(schema, JSON.parse(trail)).data
  } catch {
    return undefined
  }
}

/** Waits for a transaction of an earlier page. @throws BaseError `TRANSACTION_ID_INVALID`, NetworkError */
export async function followTransaction(
  { clients, clock, log }: CapabilityTools,
  { networkId, from, id, trail }: FollowRequest,
): Promise<SubmittedTransaction> {
  const client = await clients.client(networkId)
  const sender = toChecksumAddress(from)
  if (!/^0x[0-9a-f]{64}$/i.test(id) || sender === undefined) {
    throw new BaseError('This is no transaction of an EVM network.', { code: 'TRANSACTION_ID_INVALID' })
  }
  const known = readTrail(trail)
  const hash = id as Hex
  const sent = known
    ? Promise.resolve(known)
    : findTransaction(client, hash).catch((error: unknown) => {
        log.debug('The transaction could not be read back; it is read again while it is waited for.', error)
        return undefined
      })
  const { after: sentAfter = 0n, asked } = known ?? {}
  const options = { client, hash, from: sender, sent, asked, sentAfter, clock, log }
  return { id, wait: (signal) => awaitReceipt({ ...options, signal }) }
}
