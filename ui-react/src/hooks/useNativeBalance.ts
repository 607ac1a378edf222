import { type Amount, Balance } from '@latchkey/kernel/contracts'
import type { BaseError, NamespaceId, NetworkId } from '@latchkey/kernel/plugin'
import { NativeBalances } from '@latchkey/kernel/wallet'
import { useCallback, useEffect } from 'react'
import { attemptCall } from '../contain/attemptCall.js'
import { balancesState } from '../contain/balanceStates.js'
import { useChain } from '../useChain.js'
import { useServiceState } from '../useServiceState.js'
import { nextFrame } from '../utils/nextFrame.js'
import { useAccount } from './useAccount.js'

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

/** Whether there is something to read. */
export type Readiness = 'disconnected' | 'unavailable' | 'ready'

/** What has been read so far. */
export interface Reading {
  readonly status: 'loading' | 'success' | 'error'
  readonly amount?: Amount | undefined
  readonly error?: BaseError | undefined
}

/** Native coin of the active account on the active network: what the buttons show, and no more code than they need. */
export function useNativeBalance(options: {
  readonly namespace?: NamespaceId | undefined
}): UseBalanceResult {
  const { address, network, networkId } = useAccount(options)
  const isReadable = useChain(networkId, Balance) && network
  return useCoin(
    address === undefined ? 'disconnected' : isReadable ? 'ready' : 'unavailable',
    networkId,
    address,
  )
}

/** Native coin of an account, read once for everyone who shows it. Nothing is read unless it is ready. */
export function useCoin(
  readiness: Readiness,
  networkId: NetworkId | undefined,
  address: string | undefined,
): UseBalanceResult {
  const { service: balances, state } = useServiceState(NativeBalances, balancesState)
  const isReady = readiness === 'ready'
  const read = useCallback(
    (force: boolean) => {
      if (!isReady || networkId === undefined || address === undefined) return
      // What it could not read is in its state; a service that cannot even be asked shows no balance.
      attemptCall(() => void balances?.refresh(networkId, address, { force }), undefined)
    },
    [balances, isReady, networkId, address],
  )
  useEffect(() => {
    let isWanted = true
    // The address is painted first: to ask for the code that reads a chain takes a tenth of a second on a phone.
    void nextFrame().then(() => {
      if (isWanted) read(false)
    })
    return () => {
      isWanted = false
    }
  }, [read])
  const refresh = useCallback(() => read(true), [read])
  return describeBalance(readiness, state.entries[`${networkId}:${address}`], refresh)
}

const unread: Reading = { status: 'loading' }

export function describeBalance(
  readiness: Readiness,
  reading: Reading | undefined,
  refresh: () => void,
): UseBalanceResult {
  const { status, amount, error } =
    readiness === 'ready' ? (reading ?? unread) : { ...unread, status: readiness }
  // The kernel's own states: an error is there with `error`, an amount with `success`.
  return { status, amount, error, refresh } as UseBalanceResult
}
