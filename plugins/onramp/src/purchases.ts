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

/** Older ones are forgotten. */
export const purchaseLimit = 20
const textLimit = 4_000
const statuses: readonly unknown[] = ['open', 'partial', 'delivered', 'failed', 'refunded']

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= textLimit
const isOptional = (value: unknown) => value === undefined || isText(value)
const isAmount = (value: unknown) => isText(value) && /^\d{1,40}(?:\.\d{1,40})?$/.test(value)
const isNetwork = (value: unknown) => isText(value) && /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/.test(value)

function isAsset(value: unknown): boolean {
  const { networkId, address, symbol, name } = (value ?? {}) as Record<string, unknown>
  return isNetwork(networkId) && isText(symbol) && isOptional(address) && isOptional(name)
}

function isPurchase(value: unknown): value is Purchase {
  const one = (value ?? {}) as Record<string, unknown>
  const texts = [one['id'], one['sessionId'], one['providerId'], one['providerName'], one['address']]
  return (
    [...texts, one['currency'], one['url']].every(isText) &&
    isNetwork(one['networkId']) &&
    isAsset(one['asset']) &&
    (one['asset'] as OnrampAsset).networkId === one['networkId'] &&
    isAmount(one['amount']) &&
    [one['expected'], one['received']].every((amount) => amount === undefined || isAmount(amount)) &&
    isOptional(one['transactionId']) &&
    Number.isSafeInteger(one['startedAt']) &&
    typeof one['isPaid'] === 'boolean' &&
    statuses.includes(one['status']) &&
    Array.isArray(one['before']) &&
    one['before'].length <= 100 &&
    one['before'].every(isText)
  )
}

/** Newest first. */
export const keptPurchases = storageKey(
  'onramp.purchases',
  guard(
    (value): value is readonly Purchase[] =>
      Array.isArray(value) && value.length <= purchaseLimit && value.every(isPurchase),
  ),
)

/** Milliseconds for which a reload takes up what is open. */
const openTime = 86_400_000

/** Whether it is worth looking for. */
export const isAwaited = ({ status, startedAt }: Purchase, now: number): boolean =>
  (status === 'open' || status === 'partial') && now - startedAt < openTime
