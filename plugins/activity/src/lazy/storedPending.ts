import { storageKey } from '@latchkey/kernel/plugin'
import type { TransactionRecord } from '@latchkey/kernel/contracts'
import type { TransactionSent } from '@latchkey/kernel/transaction'
import * as z from 'zod/mini'

/** A transaction of this app, remembered until the chain has decided or the history names it. */
export interface PendingTransaction {
  readonly address: string
  /** Milliseconds since the epoch. */
  readonly sentAt: number
  readonly record: TransactionRecord
  /** Of one that no wallet has named: transactions that are known to be others. */
  readonly others?: readonly string[]
  /** The pending one whose place it takes, for a page that is loaded again. */
  readonly replaces?: NonNullable<TransactionSent['replaces']> & {
    /** The chain hasn’t said yet whether it takes that place. */
    readonly isUnsure?: true
  }
  /** Ids of all whose place it takes: of them all, one goes through. */
  readonly instead?: readonly string[]
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
const replaced = {
  record,
  way: z.enum(['faster', 'cancel', 'child']),
  trail: z.exactOptional(z.string().check(z.maxLength(2_000))),
}
const entry = z.object({
  address: text,
  sentAt: z.number(),
  record,
  others: z.exactOptional(z.array(text).check(z.maxLength(mostKept))),
  instead: z.exactOptional(z.array(text).check(z.maxLength(mostKept))),
  replaces: z.exactOptional(z.object({ ...replaced, isUnsure: z.exactOptional(z.literal(true)) })),
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
  return stored.map(({ record, replaces, ...whole }) => ({
    ...whole,
    record: toRecord(record),
    ...(replaces ? { replaces: { ...replaces, record: toRecord(replaces.record) } } : {}),
  }))
}

const fresh = z.object({
  address: text,
  record,
  askedAt: z.exactOptional(z.number()),
  replaces: z.exactOptional(z.object(replaced)),
})

/** Reads what was sent from JSON, the oldest first. What isn't that is left out. */
export function readFresh(texts: readonly unknown[]): readonly TransactionSent[] {
  return texts
    .slice(0, mostKept)
    .reverse()
    .flatMap((one) => {
      try {
        const stored = z.safeParse(fresh, JSON.parse(String(one)))
        if (!stored.success) return []
        const { record, replaces, ...whole } = stored.data
        return [
          {
            ...whole,
            record: toRecord(record),
            ...(replaces ? { replaces: { ...replaces, record: toRecord(replaces.record) } } : {}),
          },
        ]
      } catch {
        return []
      }
    })
}

const toRecord = ({ fee, transfers, ...rest }: z.infer<typeof record>): TransactionRecord => ({
  ...rest,
  status: 'pending',
  ...(fee ? { fee: withValue(fee) } : {}),
  transfers: transfers.map((one) => ({ ...one, amount: withValue(one.amount) })),
})

const withValue = ({ value, ...rest }: z.infer<typeof amount>) => ({ ...rest, value: BigInt(value) })
