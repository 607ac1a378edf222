import type { BaseError, NetworkId } from '@latchkey/kernel/plugin'
import { useAccount, useService, useSnapshot } from '@latchkey/ui-react'
import { useCallback, useEffect } from 'react'
import { type AccountActivity, type ActivityChoice, ActivityFeed } from '../ActivityFeed.js'

export interface UseActivityResult
  extends Pick<
    AccountActivity,
    'transactions' | 'hasMore' | 'reading' | 'searched' | 'gaps' | 'source' | 'oldSince'
  > {
  /** `disconnected` while no account is active; otherwise as of {@link AccountActivity}. */
  readonly status: AccountActivity['status'] | 'disconnected'
  readonly networkId: NetworkId | undefined
  /** Why the last page could not be read; `transactions` are those before. */
  readonly error: BaseError | undefined
  /** Reads older ones; once more after a failure. */
  loadMore(): void
  /** Reads the newest again. */
  refresh(): void
}

/**
 * Past and pending transactions of the active account on its active network, newest first, kept fresh while the
 * component is on the page.
 *
 * @param options.namespace Default the active namespace.
 */
export function useActivity({ namespace: chosen }: ActivityChoice = {}): UseActivityResult {
  const feed = useService(ActivityFeed)
  const where = chosen === undefined ? {} : { namespace: chosen }
  const { address, namespace, networkId } = useAccount(where)
  const state = useSnapshot(feed.state)
  useEffect(() => (address === undefined ? undefined : feed.watch({ namespace })), [feed, address, namespace])
  const loadMore = useCallback(() => void feed.loadMore({ namespace }), [feed, namespace])
  const refresh = useCallback(() => void feed.refresh({ namespace }), [feed, namespace])
  const entry = state.entries[`${networkId}:${address}`] as AccountActivity | undefined
  const fault = state.fault as BaseError | undefined
  const shared = { networkId, loadMore, refresh }
  if (address === undefined) return { ...nothing, ...shared, status: 'disconnected', error: undefined }
  if (!entry) return { ...nothing, ...shared, status: fault ? 'error' : 'loading', error: fault }
  return { ...entry, ...shared, error: entry.error }
}

const nothing = {
  transactions: [],
  hasMore: false,
  reading: false,
  searched: undefined,
  gaps: [],
  source: undefined,
  oldSince: undefined,
} as const
