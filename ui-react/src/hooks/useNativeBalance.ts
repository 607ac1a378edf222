import { type Amount, type BaseError, NativeBalances } from '@latchkey/kernel/plugin'
import { useCallback } from 'react'
import { attempt } from '../contain/attempt.js'
import { balancesState } from '../contain/serviceStates.js'
import { useServiceState } from '../useServiceState.js'
import {
  type BalanceChoice,
  type BalanceQuestion,
  useBalanceQuestion,
  useReadings,
} from './useBalanceQuestion.js'

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

/** What has been read so far. */
export interface Reading {
  readonly status: 'loading' | 'success' | 'error'
  readonly amount?: Amount | undefined
  readonly error?: BaseError | undefined
}

/** Native coin of an account, read once for everyone who shows it. */
export function useNativeBalance(choice: BalanceChoice): UseBalanceResult {
  return useCoinOf(useBalanceQuestion(choice), true)
}

/** @param isWanted False reads nothing. */
export function useCoinOf(question: BalanceQuestion, isWanted: boolean): UseBalanceResult {
  const { service: balances, state } = useServiceState(NativeBalances, balancesState)
  const { networkId, address } = question.status === 'ready' ? question : nothing
  const read = useCallback(
    (force: boolean) => {
      if (!isWanted || networkId === undefined || address === undefined) return
      // What it could not read is in its state; a service that cannot even be asked shows no balance.
      attempt(() => void balances?.refresh(networkId, address, { force }), undefined)
    },
    [balances, isWanted, networkId, address],
  )
  useReadings(question, read)
  const refresh = useCallback(() => read(true), [read])
  return describeBalance(question, state.entries[`${networkId}:${address}`], refresh)
}

const nothing = { networkId: undefined, address: undefined }

export function describeBalance(
  { status }: BalanceQuestion,
  { status: state, amount, error }: Reading = { status: 'loading' },
  refresh: () => void,
): UseBalanceResult {
  if (status !== 'ready') return { status, amount: undefined, error: undefined, refresh }
  if (state === 'success' && amount) return { status: 'success', amount, error: undefined, refresh }
  if (state === 'error') return { status: 'error', amount, error: error as BaseError, refresh }
  return { status: 'loading', amount, error: undefined, refresh }
}
