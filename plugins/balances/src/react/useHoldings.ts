import { safeText, useLocale } from '@latchkey/ui-react'
import { useDeferredValue, useMemo } from 'react'
import type { NamespaceChoice, ShownHolding } from '../BalancesService.js'
import { compareTrust } from '../compareTrust.js'
import { useBalances, type UseBalancesResult } from './useBalances.js'

/** `worth`: most valuable first. `name`: by the alphabet of the page. Strangers and suspicious ones are last in both. */
export type HoldingsOrder = 'worth' | 'name'

export interface UseHoldingsOptions extends NamespaceChoice {
  /** Part of a name or symbol, or a whole address. Default all. */
  readonly query?: string | undefined
  /** Default `worth`. */
  readonly order?: HoldingsOrder | undefined
}

export interface UseHoldingsResult {
  readonly status: UseBalancesResult['status']
  /** Those that match, in the order asked for. */
  readonly holdings: readonly ShownHolding[]
  /** How many there are without a query. */
  readonly count: number
}

/** Holdings of the active account to search in and to order, kept fresh while the component is on the page. */
export function useHoldings({
  namespace,
  query = '',
  order = 'worth',
}: UseHoldingsOptions = {}): UseHoldingsResult {
  const { status, holdings } = useBalances({ namespace })
  const locale = useLocale()
  const searched = useDeferredValue(query).trim()
  const indexed = useMemo(() => holdings.map(indexOne), [holdings])
  const ordered = useMemo(
    () => (order === 'name' ? [...indexed].sort(byName(locale)) : indexed),
    [indexed, order, locale],
  )
  const found = useMemo(() => {
    const wanted = searched.toLowerCase()
    const matching = wanted === '' ? ordered : ordered.filter((entry) => matches(entry, wanted))
    return matching.map(({ holding }) => holding)
  }, [ordered, searched])
  return { status, holdings: found, count: holdings.length }
}

interface Indexed {
  readonly holding: ShownHolding
  readonly name: string
  readonly symbol: string
}

const indexOne = (holding: ShownHolding): Indexed => ({
  holding,
  name: safeText(holding.name).toLowerCase(),
  symbol: safeText(holding.amount.symbol).toLowerCase(),
})

const matches = ({ holding, name, symbol }: Indexed, wanted: string) =>
  name.includes(wanted) || symbol.includes(wanted) || holding.address?.toLowerCase() === wanted

function byName(locale: string): (left: Indexed, right: Indexed) => number {
  const { compare } = new Intl.Collator(locale)
  return (left, right) => {
    const trust = compareTrust(left.holding, right.holding)
    return trust === 0 ? compare(left.name || left.symbol, right.name || right.symbol) : trust
  }
}
