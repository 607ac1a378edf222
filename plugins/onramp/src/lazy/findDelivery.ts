import { type Decimal, readDecimal, type TransactionRecord } from '@latchkey/kernel/contracts'
import type { WalletsService } from '@latchkey/kernel/wallet'
import type { OnrampStatus } from '../OnrampProvider.js'
import type { Purchase } from '../purchases.js'
import { isSameAsset } from './checkAnswers.js'
import { compareDecimals, decimalText, sumOf } from './decimals.js'

/** Milliseconds by which the clock of a chain may differ from this one. */
const clockDifference = 120_000

/** What is known of a purchase now. Only what the chain confirmed counts as received. */
export function findDelivery(
  wallets: WalletsService,
  purchase: Purchase,
  transactions: readonly TransactionRecord[],
  told: OnrampStatus | undefined,
): Purchase {
  const arrivals = transactions.flatMap((record) => {
    const value = arrivedBy(wallets, purchase, record, told)
    return value ? [{ id: record.id, value }] : []
  })
  const received = sumOf(arrivals.map(({ value }) => value))
  const isPaid = purchase.isPaid || told?.state === 'paid' || told?.state === 'delivered'
  const seen: Purchase = {
    ...purchase,
    isPaid,
    ...(arrivals.length > 0
      ? { received: decimalText(received), transactionId: arrivals[0]?.id as string }
      : {}),
  }
  const expected = purchase.expected === undefined ? undefined : readDecimal(purchase.expected)
  if (arrivals.length > 0) {
    const isWhole = expected
      ? compareDecimals(received, expected) >= 0
      : told === undefined || told.state === 'delivered'
    return { ...seen, status: isWhole ? 'delivered' : 'partial' }
  }
  if (told?.state === 'failed' || told?.state === 'refunded') return { ...seen, status: told.state }
  return { ...seen, status: purchase.status === 'partial' ? 'partial' : 'open' }
}

/** How much of what was bought the transaction brought, if it is one of the purchase. */
function arrivedBy(
  wallets: WalletsService,
  { asset, before, startedAt }: Purchase,
  { id, networkId, status, isUncertain, isUnproven, minedAt, transfers }: TransactionRecord,
  told: OnrampStatus | undefined,
): Decimal | undefined {
  if (status !== 'confirmed' || isUncertain || isUnproven || before.includes(id)) return undefined
  if (minedAt !== undefined && minedAt < startedAt - clockDifference) return undefined
  // What somebody else sends meanwhile is not the purchase, where the provider says which transactions are.
  const named = told?.transactionIds ?? []
  if (named.length > 0 && !named.some((one) => one.toLowerCase() === id.toLowerCase())) return undefined
  const brought = transfers
    .filter(
      ({ direction, collectible, isUnproven: isClaimed }) => direction === 'in' && !collectible && !isClaimed,
    )
    .filter((transfer) =>
      isSameAsset(wallets, asset, {
        networkId,
        symbol: '',
        ...(transfer.asset === undefined ? {} : { address: transfer.asset }),
      }),
    )
    .map(({ amount }): Decimal => ({ digits: amount.value, scale: amount.decimals }))
    .filter(({ digits }) => digits > 0n)
  return brought.length > 0 ? sumOf(brought) : undefined
}
