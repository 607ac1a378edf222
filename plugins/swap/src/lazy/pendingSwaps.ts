import type { Amount, Clock, NetworkId, StorageService } from '@latchkey/kernel/plugin'
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
export interface PendingSwap {
  readonly id: string
  /** `id` is the wallet's name for several calls. */
  readonly isBundle?: true
  readonly networkId: NetworkId
  /** Who swaps, in the namespace's own form. */
  readonly address: string
  readonly isSmartAccount: boolean
  readonly sold: PendingSide
  readonly bought: PendingSide
  readonly fee: Amount
  /** Milliseconds since the epoch. */
  readonly sentAt: number
  /** What the chain needs to follow it, beside the id. */
  readonly trail?: string
  readonly decision?: { readonly status: 'confirmed' | 'failed'; readonly at: number }
}

/** Milliseconds: what a router takes ends long before. */
const longestWait = 172_800_000
/** Milliseconds a decision is kept for the tabs that wait for it. */
const decisionTime = 600_000
const mostKept = 20

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
  decision: z.exactOptional(z.object({ status: z.enum(['confirmed', 'failed']), at: z.number() })),
})

type SwapIdentity = Pick<PendingSwap, 'id' | 'networkId'>

/** Swaps of this app that are under way, shared by the tabs of a site. */
export interface PendingSwaps {
  /** Newest first. What has waited too long is left out, and what somebody else wrote. */
  list(): readonly PendingSwap[]
  find(swap: SwapIdentity): PendingSwap | undefined
  /** Adds one, or puts it in place of what was known. */
  put(swap: PendingSwap): void
}

export function createPendingSwaps(storage: StorageService, clock: Clock): PendingSwaps {
  function list(): readonly PendingSwap[] {
    const now = clock.now()
    // Newest first, and this app writes no more: what is behind them was written by something else.
    const newest = (storage.read(pendingSwapsKey) ?? []).slice(0, mostKept)
    return newest.flatMap((value) => {
      const { data } = z.safeParse(schema, value)
      if (!data || now - data.sentAt > longestWait) return []
      return data.decision && now - data.decision.at > decisionTime ? [] : [data]
    })
  }
  const isSame = (left: SwapIdentity, right: SwapIdentity) =>
    left.id === right.id && left.networkId === right.networkId
  return {
    list,
    find: (swap) => list().find((one) => isSame(one, swap)),
    put(swap) {
      const others = list().filter((one) => !isSame(one, swap))
      storage.write(pendingSwapsKey, [swap, ...others].slice(0, mostKept).map(plain))
    },
  }
}

/** JSON has no large integers. A picture may be written into its address; that is not worth the room. */
const plain = (swap: PendingSwap): unknown =>
  JSON.parse(
    JSON.stringify(swap, (key, value: unknown) => {
      if (key === 'icon' && typeof value === 'string' && value.length > 2_000) return undefined
      return typeof value === 'bigint' ? value.toString() : value
    }),
  )
