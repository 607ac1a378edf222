import type { BaseError, NetworkId } from '@latchkey/kernel/plugin'
import { useAccount, useService, useSnapshot } from '@latchkey/ui-react'
import { useCallback, useEffect } from 'react'
import { type AccountBalances, Balances, type NamespaceChoice } from '../BalancesService.js'

export interface UseBalancesResult
  extends Pick<
    AccountBalances,
    | 'refreshing'
    | 'holdings'
    | 'total'
    | 'unpriced'
    | 'pricedAt'
    | 'isPricing'
    | 'isTestnet'
    | 'readAt'
    | 'source'
    | 'problems'
    | 'retryAt'
  > {
  /** `disconnected` while no account is active; otherwise as of {@link AccountBalances}. */
  readonly status: AccountBalances['status'] | 'disconnected'
  readonly networkId: NetworkId | undefined
  /** ISO 4217, or `BTC` or `ETH`. */
  readonly currency: string
  readonly error: BaseError | undefined
  /** True while amounts are to be covered. */
  readonly hidden: boolean
  setHidden(hidden: boolean): void
  /** Reads again, unless the last reading failed less than 30 s ago. */
  refresh(): void
}

/**
 * What the active account holds on its active network, kept fresh while the component is on the page.
 *
 * @param options.namespace Default the active namespace.
 */
export function useBalances(options: NamespaceChoice = {}): UseBalancesResult {
  const balances = useService(Balances)
  const where = options.namespace === undefined ? {} : { namespace: options.namespace }
  const { address, namespace, networkId } = useAccount(where)
  const state = useSnapshot(balances.state)
  useEffect(
    () => (address === undefined ? undefined : balances.watch({ namespace })),
    [balances, address, namespace],
  )
  const refresh = useCallback(() => void balances.refresh({ namespace }), [balances, namespace])
  const entry = state.entries[`${networkId}:${address}`] as AccountBalances | undefined
  const fault = state.fault as BaseError | undefined
  const shared = {
    networkId,
    currency: state.currency.toUpperCase(),
    hidden: state.hidden,
    setHidden: balances.setHidden,
    refresh,
  }
  if (address === undefined) return { ...nothing, ...shared, status: 'disconnected', error: undefined }
  if (!entry) return { ...nothing, ...shared, status: fault ? 'error' : 'loading', error: fault }
  return { ...entry, ...shared, error: entry.error }
}

const nothing = {
  refreshing: false,
  holdings: [],
  total: undefined,
  unpriced: 0,
  pricedAt: undefined,
  isPricing: false,
  isTestnet: false,
  readAt: undefined,
  source: undefined,
  problems: [],
  retryAt: undefined,
} as const
