import type { Account, BaseError, NetworkId } from '@latchkey/kernel/plugin'
import { kernelErrorFrom } from '@latchkey/kernel/wallet'
import { useAccount, useService, useSnapshot } from '@latchkey/ui-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import {
  Receive,
  type ReceiveLink,
  type ReceiveNetwork,
  type ReceiveRequest,
  type ReceiveState,
} from '../ReceiveService.js'

type Loaded<T> =
  | { readonly status: 'loading'; readonly value: undefined; readonly error: undefined }
  | { readonly status: 'success'; readonly value: T; readonly error: undefined }
  | { readonly status: 'error'; readonly value: undefined; readonly error: BaseError }

const loading = { status: 'loading', value: undefined, error: undefined } as const

/**
 * What a function answers, read again when the function changes. An answer that comes late is dropped, and the answer of
 * an earlier function is never shown for the present one: it may be somebody else's address.
 */
export function useLoaded<T>(load: () => Promise<T>): Loaded<T> & { retry(): void } {
  const [{ source, state }, setAnswer] = useState<{ source: unknown; state: Loaded<T> }>({
    source: load,
    state: loading,
  })
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt reads again.
  useEffect(() => {
    let isCurrent = true
    const answer = (next: Loaded<T>) => isCurrent && setAnswer({ source: load, state: next })
    load().then(
      (value) => answer({ status: 'success', value, error: undefined }),
      (cause: unknown) => answer({ status: 'error', value: undefined, error: toError(cause) }),
    )
    return () => {
      isCurrent = false
    }
  }, [load, attempt])
  const retry = useCallback(() => {
    setAnswer({ source: load, state: loading })
    setAttempt((previous) => previous + 1)
  }, [load])
  return { ...(source === load ? state : loading), retry }
}

const toError = (cause: unknown) => kernelErrorFrom(cause)

/** Where the account can be paid. */
export function useReceiveNetworks(account: Account): Loaded<readonly ReceiveNetwork[]> & { retry(): void } {
  const receive = useService(Receive)
  // Read again when the active network changes: it comes first, and is the only one of a smart account.
  const { networkId } = useAccount({ namespace: account.namespace })
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  const load = useCallback(() => receive.networks(account), [receive, account, networkId])
  return useLoaded(load)
}

/** The network that was chosen, or the first one. */
export function useChosenNetwork(networks: readonly ReceiveNetwork[]): ReceiveNetwork | undefined {
  const { networkId } = useSnapshot(useService(Receive).state)
  return networks.find(({ network }) => network.id === networkId) ?? networks[0]
}

const nothingAsked = { amount: '', token: undefined } as const

/**
 * What is asked for on a network. A request for another one, on which the account cannot be paid, is dropped whole: its
 * token lives elsewhere, and its amount was of something else.
 *
 * @param options.sync Draws at once, for what is typed: the caret would jump to the end of it.
 */
export function useRequest(
  networkId: NetworkId,
  options?: { readonly sync: boolean },
): Pick<ReceiveState, 'amount' | 'token'> {
  const receive = useService(Receive)
  const state = useSnapshot(receive.state, options)
  const isForAnother = state.networkId !== undefined && state.networkId !== networkId
  useEffect(() => {
    if (!isForAnother) return
    receive.setAmount('')
    receive.setToken(networkId, undefined)
  }, [receive, isForAnother, networkId])
  return isForAnother ? nothingAsked : state
}

/**
 * What the QR code holds. While the amount is typed the last link stays until the next one is there, which is a moment
 * later; a link for another account, network or token never stays.
 */
export function useReceiveLink({
  account,
  networkId,
  amount,
  token,
}: ReceiveRequest): Loaded<ReceiveLink> & { retry(): void } {
  const receive = useService(Receive)
  const load = useCallback(
    () =>
      receive.link({
        account,
        networkId,
        ...(amount === undefined ? {} : { amount }),
        ...(token ? { token } : {}),
      }),
    [receive, account, networkId, amount, token],
  )
  const link = useLoaded(load)
  const key = JSON.stringify([account.id, networkId, token?.address])
  const kept = useRef<{ key: string; value: ReceiveLink }>(undefined)
  if (link.status === 'success') kept.current = { key, value: link.value }
  if (link.status !== 'loading' || kept.current?.key !== key) return link
  return { status: 'success', value: kept.current.value, error: undefined, retry: link.retry }
}
