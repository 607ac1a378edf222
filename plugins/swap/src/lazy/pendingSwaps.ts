import type { Amount, StorageKey } from '@latchkey/kernel/contracts'
import type { Clock, StorageService } from '@latchkey/kernel/plugin'
import { createPendingList, type PendingEntry, type PendingList } from '@latchkey/kernel/transaction'
import * as z from 'zod/mini'
import { pendingSwapsKey } from '../pendingSwapsKey.js'

/** One side of a swap. */
export interface PendingSide {
  readonly amount: Amount
  /** Contract, mint or asset id; absent for the coin. */
  readonly asset?: string
  readonly name: string
  readonly icon?: string
}

/** A swap as it outlives the page: what anybody can read on the chain, and nothing else. */
export interface PendingSwap extends PendingEntry {
  /** `id` is the wallet's name for several calls. */
  readonly isBundle?: true
  /** Who swaps, in the namespace's own form. */
  readonly address: string
  readonly isSmartAccount: boolean
  readonly sold: PendingSide
  readonly bought: PendingSide
  readonly fee: Amount
  /** What the chain needs to follow it, beside the id. */
  readonly trail?: string
  readonly decision?: NonNullable<PendingEntry['decision']> & {
    /** The chain took something else, or can't tell what it took. */
    readonly isUnclear?: true
  }
}

/** Milliseconds: what a router takes ends long before. */
const longestWait = 172_800_000

const text = z.string().check(z.minLength(1), z.maxLength(500))
const anyText = z.string().check(z.maxLength(500))
const units = z.pipe(
  z.string().check(z.regex(/^\d{1,80}$/)),
  z.transform((digits) => BigInt(digits)),
)
const amount = z.object({
  value: units,
  decimals: z.number().check(z.int(), z.gte(0), z.lte(255)),
  symbol: anyText,
})
const longText = z.string().check(z.maxLength(2_000))
const side = z.object({
  amount,
  asset: z.exactOptional(text),
  name: anyText,
  icon: z.exactOptional(longText),
})
const schema = z.object({
  id: text,
  isBundle: z.exactOptional(z.literal(true)),
  networkId: z.templateLiteral([z.string(), ':', z.string()]),
  address: text,
  isSmartAccount: z.boolean(),
  sold: side,
  bought: side,
  fee: amount,
  sentAt: z.number(),
  trail: z.exactOptional(longText),
  decision: z.exactOptional(
    z.object({
      status: z.enum(['confirmed', 'failed']),
      at: z.number(),
      isUnclear: z.exactOptional(z.literal(true)),
    }),
  ),
})

/** Swaps of this app that are under way. */
export type PendingSwaps = PendingList<PendingSwap>

export const createPendingSwaps = (
  storage: StorageService,
  clock: Clock,
  key: StorageKey<readonly unknown[]> = pendingSwapsKey,
): PendingSwaps =>
  createPendingList({
    storage,
    clock,
    key,
    longestWait,
    mostKept: 20,
    read: (stored) => z.safeParse(schema, stored).data,
    write: toPlain,
  })

/**
 * JSON has no large integers. A picture may be written into its address; that is not worth the room. A token names itself, and what can't
 * be read again would be forgotten.
 */
const toPlain = (swap: PendingSwap): unknown =>
  JSON.parse(
    JSON.stringify(swap, (key, value: unknown) => {
      if (key === 'icon' && typeof value === 'string' && value.length > 2_000) return undefined
      if (typeof value === 'string' && (key === 'symbol' || key === 'name')) return value.slice(0, 100)
      return typeof value === 'bigint' ? value.toString() : value
    }),
  )
