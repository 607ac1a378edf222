import { storageKey, type TransactionRecord } from '@latchkey/kernel/plugin'
import * as z from 'zod/mini'

/** A transaction of this app, remembered until the chain has decided or the history names it. */
export interface PendingTransaction {
  readonly address: string
  /** Milliseconds since the epoch. */
  readonly sentAt: number
  readonly record: TransactionRecord
  /** Of one that no wallet has named: transactions that are known to be others. */
  readonly others?: readonly string[]
}

export const mostKept = 50

const text = z.string().check(z.maxLength(500))
const networkId = z.templateLiteral([z.string(), ':', z.string()])
const optionalText = z.exactOptional(text)
const amount = z.object({
  value: z.string().check(z.regex(/^-?\d{1,80}$/)),
  decimals: z.number().check(z.int(), z.gte(0), z.lte(255)),
  symbol: text,
})
const transfer = z.object({
  direction: z.enum(['in', 'out', 'self']),
  amount,
  asset: optionalText,
  name: optionalText,
  icon: z.exactOptional(z.string()),
  from: optionalText,
  to: optionalText,
})
const record = z.object({
  id: text,
  networkId,
  operation: text,
  from: optionalText,
  to: optionalText,
  fee: z.exactOptional(amount),
  transfers: z.array(transfer).check(z.maxLength(50)),
  isUncertain: z.exactOptional(z.literal(true)),
})
const entry = z.object({
  address: text,
  sentAt: z.number(),
  record,
  others: z.exactOptional(z.array(text).check(z.maxLength(mostKept))),
})
const schema = z.array(entry)

/** Amounts as decimal strings, because JSON has no large integers. */
export type StoredPending = z.infer<typeof schema>

export const pendingKey = storageKey('activity.pending', schema)

/** What may be written: the parts that are needed, bounded. One that does not fit costs no other its place. */
export function toStored(pending: readonly PendingTransaction[]): StoredPending {
  return pending.slice(0, mostKept).flatMap((one) => {
    const plain: unknown = JSON.parse(
      JSON.stringify(one, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)),
    )
    const stored = z.safeParse(entry, plain)
    return stored.success ? [stored.data] : []
  })
}

export function fromStored(stored: StoredPending): readonly PendingTransaction[] {
  return stored.map(({ record: { fee, transfers, ...rest }, ...whole }) => ({
    ...whole,
    record: {
      ...rest,
      status: 'pending',
      ...(fee ? { fee: withValue(fee) } : {}),
      transfers: transfers.map((one) => ({ ...one, amount: withValue(one.amount) })),
    },
  }))
}

const withValue = ({ value, ...rest }: z.infer<typeof amount>) => ({ ...rest, value: BigInt(value) })
