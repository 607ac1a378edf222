import { Prices, type TransactionRecord, type TransactionTransfer, worthOf } from '@latchkey/kernel/contracts'
import type { Network } from '@latchkey/kernel/plugin'
import { useKernel, useService } from '@latchkey/ui-react'
import { useEffect, useMemo, useState } from 'react'
import { ActivityFeed } from '../ActivityFeed.js'

export interface TransferValues {
  /** Decimal string in `currency`, at the price of today. `undefined` where nobody knows one. */
  of(transfer: TransactionTransfer): string | undefined
  /** ISO 4217 code. */
  readonly currency: string
  /** Whether any asset of the list has a price. */
  readonly isAny: boolean
}

/**
 * Returns the value of each transfer at the price of today. Each asset is asked for once a list: who provides prices batches and keeps
 * them. A price that was read stays where a later reading fails. Coins of a test network have none, and neither has what only an explorer
 * tells of.
 *
 * @param transactions the same list until something in it changes
 */
export function useValues(
  transactions: readonly TransactionRecord[],
  network: Network | undefined,
): TransferValues {
  const prices = useKernel().find(Prices)
  const { currency } = useService(ActivityFeed)
  const networkId = network?.testnet ? undefined : network?.id
  const assets = useMemo(() => assetsOf(transactions), [transactions])
  const [known, setKnown] = useState<ReadonlyMap<string, string>>(new Map())
  useEffect(() => {
    if (!prices || networkId === undefined) return
    const end = new AbortController()
    for (const asset of assets) {
      const address = asset === coin ? {} : { address: asset }
      prices.read({ networkId, ...address, currency, signal: end.signal }).then(
        (price) => {
          if (price === undefined || end.signal.aborted) return
          setKnown((before) => new Map(before).set(`${networkId} ${asset}`, price))
        },
        // No value is shown then, and none is missed: the amounts are there.
        () => undefined,
      )
    }
    return () => end.abort()
  }, [prices, networkId, assets, currency])
  const priceOf = (asset: string) => known.get(`${networkId} ${asset}`)
  return {
    of: (transfer) =>
      isCounted(transfer) ? worthOf(transfer.amount, priceOf(keyOf(transfer)), currency) : undefined,
    currency: currency.toUpperCase(),
    isAny: assets.some((asset) => priceOf(asset) !== undefined),
  }
}

const coin = '-'
const keyOf = ({ asset }: TransactionTransfer) => asset ?? coin
const isCounted = ({ collectible, isUnproven }: TransactionTransfer) => !collectible && !isUnproven

/** Whether a transaction moved something of the account's. An approval moves nothing. */
export const isValued = ({ isMadeByOther, operation }: TransactionRecord): boolean =>
  !isMadeByOther && operation !== 'approve'

const assetsOf = (transactions: readonly TransactionRecord[]): readonly string[] => [
  ...new Set(
    transactions.filter(isValued).flatMap(({ transfers }) => transfers.filter(isCounted).map(keyOf)),
  ),
]
