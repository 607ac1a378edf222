import { guard, storageKey } from '@latchkey/kernel/plugin'
import type { OnrampAsset } from '../OnrampProvider.js'
import { type Purchase, uncheckedPurchases } from '../purchases.js'

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

/** Newest first, each entry checked. */
export const keptPurchases = storageKey(
  uncheckedPurchases.name,
  guard(
    (value): value is readonly Purchase[] =>
      Array.isArray(value) && value.length <= purchaseLimit && value.every(isPurchase),
  ),
)
