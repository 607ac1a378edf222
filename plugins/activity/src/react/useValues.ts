import { Prices, type TransactionRecord, type TransactionTransfer, worthOf } from '@latchkey/kernel/contracts'
import type { Network } from '@latchkey/kernel/plugin'
import { useKernel, useService } from '@latchkey/ui-react'
import { useEffect, useState } from 'react'
import { ActivityFeed } from '../ActivityFeed.js'

export interface TransferValues {
  /** Decimal string in `currency`, at the price of today. `undefined` where nobody knows one. */
  of(transfer: TransactionTransfer): string | undefined
  /** ISO 4217 code. */
  readonly currency: string
  /** Whether any transfer of the list has a value. */
  readonly isAny: boolean
}

/**
 * Returns the value of each transfer at the price of today. Each asset is asked for once; a price that was read stays where a later
 * reading fails. Coins of a test network have none, and neither has what only an explorer tells of.
 */
export function useValues(
  transactions: readonly TransactionRecord[],
  network: Network | undefined,
): TransferValues {
  const prices = useKernel().find(Prices)
  const { currency } = useService(ActivityFeed)
  const [known, setKnown] = useState<ReadonlyMap<string, string>>(new Map())
  const isPriced = prices !== undefined && network !== undefined && !network.testnet
  const networkId = network?.id
  const assets = isPriced ? assetsOf(transactions).join(' ') : ''
  useEffect(() => {
    if (!prices || networkId === undefined || assets === '') return
    const end = new AbortController()
    for (const key of assets.split(' ')) {
      const address = key === coin ? {} : { address: key }
      prices.read({ networkId, ...address, currency, signal: end.signal }).then(
        (price) => {
          if (price === undefined || end.signal.aborted) return
          setKnown((before) => new Map(before).set(`${networkId} ${key}`, price))
        },
        // No value is shown then, and none is missed: the amounts are there.
        () => undefined,
      )
    }
    return () => end.abort()
  }, [prices, networkId, assets, currency])
  const of = (transfer: TransactionTransfer) => {
    if (!isPriced || !isCounted(transfer)) return undefined
    return worthOf(transfer.amount, known.get(`${networkId} ${keyOf(transfer)}`), currency)
  }
  const isAny = transactions.some(({ transfers }) => transfers.some((transfer) => of(transfer) !== undefined))
  return { of, currency: currency.toUpperCase(), isAny }
}

const coin = '-'
const keyOf = ({ asset }: TransactionTransfer) => asset ?? coin
const isCounted = ({ collectible, isUnproven }: TransactionTransfer) => !collectible && !isUnproven

const assetsOf = (transactions: readonly TransactionRecord[]): readonly string[] => [
  ...new Set(transactions.flatMap(({ transfers }) => transfers.filter(isCounted).map(keyOf))),
]
