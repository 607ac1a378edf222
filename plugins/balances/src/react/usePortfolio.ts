import { type Decimal, namespaceOf, readDecimal, toScale } from '@latchkey/kernel/contracts'
import type { Network, NetworkId } from '@latchkey/kernel/plugin'
import { Wallets } from '@latchkey/kernel/wallet'
import { useService, useSnapshot } from '@latchkey/ui-react'
import { useEffect, useMemo } from 'react'
import type { AccountBalances, ShownHolding } from '../BalancesService.js'
import { compareTrust } from '../compareTrust.js'
import { Portfolio, type PortfolioService } from '../PortfolioService.js'

/** A holding of one account, in the list of all. */
export interface PortfolioHolding extends ShownHolding {
  /** Unique in the list of all. */
  readonly id: string
  readonly network: Network | undefined
  /** The person doesn't want to see it. */
  readonly isHidden: boolean
}

export interface UsePortfolioOptions {
  /** Holdings on this network only. Default all. */
  readonly networkId?: NetworkId | undefined
  /** Whether hidden tokens are in the list, too. Default false. */
  readonly withHidden?: boolean | undefined
}

export interface UsePortfolioResult extends Pick<PortfolioService, 'setShowsTestnets' | 'setTokenHidden'> {
  /** Most valuable first; then strangers, and suspicious ones last. */
  readonly holdings: readonly PortfolioHolding[]
  /** Networks on which something is held, in the host's order. */
  readonly networks: readonly Network[]
  /** As of `PortfolioState`. */
  readonly total: string | undefined
  readonly unpriced: number
  /** When the oldest price was read, in milliseconds since the epoch, where it could not be read again since. */
  readonly pricedAt: number | undefined
  /** ISO 4217, or `BTC` or `ETH`. */
  readonly currency: string
  readonly showsTestnets: boolean
  /** How many readings have told nothing yet. */
  readonly loading: number
  /** How many failed the last time. */
  readonly failed: number
}

const zero: Decimal = { digits: 0n, scale: 0 }

/** What all connected accounts hold on all networks, kept fresh while the component is on the page. */
export function usePortfolio({
  networkId,
  withHidden = false,
}: UsePortfolioOptions = {}): UsePortfolioResult {
  const portfolio = useService(Portfolio)
  const wallets = useService(Wallets)
  const state = useSnapshot(portfolio.state)
  useEffect(() => portfolio.watch(), [portfolio])
  const entries = useMemo(() => Object.values(state.entries) as readonly AccountBalances[], [state.entries])
  const all = useMemo(() => {
    const hidden = new Set(state.hiddenTokens)
    const networkOf = (id: NetworkId) =>
      wallets.namespace(namespaceOf(id))?.networks.find((network) => network.id === id)
    return inOrder(
      entries.flatMap(({ networkId: id, address, holdings }) =>
        holdings
          .filter(({ amount }) => amount.value > 0n)
          .map((holding) => ({
            ...holding,
            networkId: id,
            id: `${id}:${address}/${holding.key}`,
            network: networkOf(id),
            isHidden: hidden.has(`${id}/${holding.key}`),
          })),
      ),
    )
  }, [entries, state.hiddenTokens, wallets])
  const networks = useMemo(
    () => [
      ...new Map(all.flatMap(({ network }) => (network ? [[network.id, network] as const] : []))).values(),
    ],
    [all],
  )
  return {
    holdings: all.filter(
      (holding) =>
        (withHidden || !holding.isHidden) && (networkId === undefined || holding.networkId === networkId),
    ),
    networks,
    total: state.total,
    unpriced: state.unpriced,
    pricedAt: oldestOf(entries),
    currency: state.currency.toUpperCase(),
    showsTestnets: state.showsTestnets,
    loading: entries.filter(({ status }) => status === 'loading').length,
    failed: entries.filter(({ status }) => status === 'error').length,
    setShowsTestnets: portfolio.setShowsTestnets,
    setTokenHidden: portfolio.setTokenHidden,
  }
}

function inOrder(holdings: readonly PortfolioHolding[]): readonly PortfolioHolding[] {
  const ranked = holdings.map((holding) => ({ holding, worth: readDecimal(holding.worth) ?? zero }))
  const scale = ranked.reduce((most, { worth }) => Math.max(most, worth.scale), 0)
  return ranked
    .map(({ holding, worth }) => ({ holding, rank: toScale(worth, scale) }))
    .sort((left, right) => {
      const trust = compareTrust(left.holding, right.holding)
      if (trust !== 0) return trust
      return left.rank === right.rank ? 0 : left.rank < right.rank ? 1 : -1
    })
    .map(({ holding }) => holding)
}

function oldestOf(entries: readonly AccountBalances[]): number | undefined {
  const times = entries.flatMap(({ pricedAt }) => pricedAt ?? [])
  return times.length > 0 ? Math.min(...times) : undefined
}
