import {
  type Amount,
  type Clock,
  createPendingList,
  type PendingEntry,
  type PendingList,
  type SendDecision,
  type StorageService,
} from '@latchkey/kernel/plugin'
import * as z from 'zod/mini'
import { pendingSendsKey } from '../pendingSendsKey.js'

/** A send as it outlives the page: what anybody can read on the chain, and nothing else. */
export interface PendingSend extends PendingEntry {
  /** Sender. */
  readonly address: string
  readonly isSmartAccount: boolean
  readonly to: string
  readonly amount: Amount
  readonly fee: Amount
  /** Contract, mint or asset id; absent for the coin. */
  readonly asset?: string
  readonly name: string
  readonly icon?: string
  /** What the chain needs to follow it, beside the id. */
  readonly trail?: string
  readonly decision?: NonNullable<PendingEntry['decision']> & Pick<SendDecision, 'outcome'>
}

/** Bitcoin's nodes keep a payment for so many milliseconds, two weeks; no chain decides later. */
const longestWait = 1_209_600_000

const text = z.string().check(z.minLength(1), z.maxLength(500))
const longText = z.string().check(z.maxLength(2_000))
const units = z.pipe(
  z.string().check(z.regex(/^\d{1,80}$/)),
  z.transform((digits) => BigInt(digits)),
)
const amount = z.object({
  value: units,
  moved: z.exactOptional(units),
  decimals: z.number().check(z.int(), z.gte(0), z.lte(255)),
  symbol: text,
})
const schema = z.object({
  id: text,
  networkId: z.templateLiteral([z.string(), ':', z.string()]),
  address: text,
  isSmartAccount: z.boolean(),
  to: text,
  amount,
  fee: amount,
  asset: z.exactOptional(text),
  name: z.string().check(z.maxLength(500)),
  icon: z.exactOptional(longText),
  sentAt: z.number(),
  trail: z.exactOptional(longText),
  decision: z.exactOptional(
    z.object({
      status: z.enum(['confirmed', 'failed']),
      at: z.number(),
      outcome: z.exactOptional(z.enum(['different', 'unknown'])),
    }),
  ),
})

/** Sends of this app that are under way. */
export type PendingSends = PendingList<PendingSend>

export const createPendingSends = (storage: StorageService, clock: Clock): PendingSends =>
  createPendingList({
    storage,
    clock,
    key: pendingSendsKey,
    longestWait,
    mostKept: 50,
    read: (stored) => z.safeParse(schema, stored).data,
    write: toPlain,
  })

/** JSON has no large integers. */
function toPlain(send: PendingSend): unknown {
  const { icon, trail, ...rest } = send
  const kept = { ...rest, ...bounded({ icon }), ...bounded({ trail }) }
  return JSON.parse(
    JSON.stringify(kept, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)),
  )
}

/** A picture may be written into its address; that is not worth the room. */
const bounded = (texts: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(
    Object.entries(texts).filter(([, value]) => value !== undefined && value.length <= 2_000),
  )
