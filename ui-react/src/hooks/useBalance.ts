import {
  type Amount,
  Balance,
  type BaseError,
  findCapability,
  type NamespaceId,
  NativeBalances,
} from '@latchkey/kernel/plugin'
import { useCallback, useEffect } from 'react'
import { balancesState } from '../contain/serviceStates.js'
import { attempt } from '../contain/attempt.js'
import { useNamespaces } from '../useNamespaces.js'
import { useServiceState } from '../useServiceState.js'
import { useAccount } from './useAccount.js'
import { useNetwork } from './useNetwork.js'

export type UseBalanceResult = {
  /** Reads again, even when the last answer is younger than 30 s. */
  refresh(): void
} & (
  | { readonly status: 'disconnected'; readonly amount: undefined; readonly error: undefined }
  /** The network is not listed by the host, or its namespace cannot read balances. */
  | { readonly status: 'unavailable'; readonly amount: undefined; readonly error: undefined }
  /** `amount` is the last one that was read, if any. */
  | { readonly status: 'loading'; readonly amount: Amount | undefined; readonly error: undefined }
  | { readonly status: 'success'; readonly amount: Amount; readonly error: undefined }
  | { readonly status: 'error'; readonly amount: Amount | undefined; readonly error: BaseError }
)

/**
 * Native coin of the active account on the active network, in its smallest unit. Read once for everyone who shows it.
 *
 * @param options.namespace Default the active namespace.
 */
export function useBalance(options: { readonly namespace?: NamespaceId } = {}): UseBalanceResult {
  const { service: balances, state } = useServiceState(NativeBalances, balancesState)
  const { entries } = state
  const namespaces = useNamespaces()
  const { address, isConnected, namespace } = useAccount(options)
  const { network, networkId } = useNetwork(options)
  const contribution = namespaces.find((candidate) => candidate.id === namespace)
  const readable = !!network && !!contribution && !!findCapability(contribution.capabilities, Balance)

  const read = useCallback(
    (force: boolean) => {
      if (!readable || address === undefined || networkId === undefined) return
      // What it could not read is in its state; a service that cannot even be asked shows no balance.
      attempt(() => void balances?.refresh(networkId, address, { force }), undefined)
    },
    [balances, readable, networkId, address],
  )
  useEffect(() => read(false), [read])
  const refresh = useCallback(() => read(true), [read])

  if (!isConnected) return { status: 'disconnected', amount: undefined, error: undefined, refresh }
  if (!readable) return { status: 'unavailable', amount: undefined, error: undefined, refresh }
  const entry = entries[`${networkId}:${address}`]
  if (entry?.status === 'success') {
    return { status: 'success', amount: entry.amount, error: undefined, refresh }
  }
  if (entry?.status === 'error') {
    return { status: 'error', amount: entry.amount, error: entry.error as BaseError, refresh }
  }
  return { status: 'loading', amount: entry?.amount, error: undefined, refresh }
}
