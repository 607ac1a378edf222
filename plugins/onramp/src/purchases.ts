import { guard, type NetworkId, storageKey } from '@latchkey/kernel/plugin'
import type { OnrampAsset } from './OnrampProvider.js'

/** `open` until the chain shows a delivery or the provider gives up; `partial` while less than the quote arrived. */
export type PurchaseStatus = 'open' | 'partial' | 'delivered' | 'failed' | 'refunded'

/** One purchase, as it is kept over reloads. Plain data; amounts are decimal strings in whole units. */
export interface Purchase {
  /** Made here. */
  readonly id: string
  /** What the provider calls it. */
  readonly sessionId: string
  readonly providerId: string
  readonly providerName: string
  readonly networkId: NetworkId
  readonly address: string
  readonly asset: OnrampAsset
  readonly currency: string
  /** What is paid. */
  readonly amount: string
  /** What the quote promised; absent without one. */
  readonly expected?: string
  /** The provider's page. */
  readonly url: string
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  /** Transactions that were there before: none of them delivers it. */
  readonly before: readonly string[]
  readonly status: PurchaseStatus
  /** Whether the provider says that it was paid. Nothing has arrived by that. */
  readonly isPaid: boolean
  /** What the chain shows. */
  readonly received?: string
  readonly transactionId?: string
}

/**
 * What was bought before, unchecked: enough to see whether the code is needed that checks each entry and looks for it.
 */
export const uncheckedPurchases = storageKey('onramp.purchases', guard<readonly unknown[]>(Array.isArray))

/** Milliseconds for which a reload takes up what is open. */
const openTime = 86_400_000

/** Whether it is worth looking for. Anything can stand in the storage. */
export function isAwaited(purchase: unknown, now: number): boolean {
  const { status, startedAt } = (purchase ?? {}) as Partial<Purchase>
  return (status === 'open' || status === 'partial') && now - Number(startedAt) < openTime
}
