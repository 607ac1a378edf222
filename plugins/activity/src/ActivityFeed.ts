import {
  type BaseError,
  type HistoryGap,
  type HistoryPage,
  type NamespaceId,
  type NetworkId,
  token,
  type TransactionRecord,
} from '@latchkey/kernel/plugin'
import type { DataSource } from '@latchkey/kernel/plugin'

/** What is known of an account's transactions on one network. */
export interface AccountActivity {
  readonly networkId: NetworkId
  readonly address: string
  /**
   * `loading`: the first page was not read yet. `error`: it could not be. `unsupported`: the wallet is on a network the
   * host does not list.
   */
  readonly status: 'loading' | 'success' | 'error' | 'unsupported'
  /** Newest first. What this app sent and the chain has not decided stands at the top. Spam is left out. */
  readonly transactions: readonly TransactionRecord[]
  /** Whether there may be older ones. */
  readonly hasMore: boolean
  /** A page is being read. */
  readonly reading: boolean
  /** How far back the source looked, when that is not to the account's beginning. */
  readonly searched: HistoryPage['searched']
  /** What the source cannot see or left out. */
  readonly gaps: readonly HistoryGap[]
  readonly source: DataSource | undefined
  /** Why the last page could not be read. */
  readonly error: BaseError | undefined
}

export interface ActivityState {
  /** By `networkId:address`. Only of active accounts on their active networks: what is left is forgotten. */
  readonly entries: Readonly<Record<string, AccountActivity>>
  /** The code for activity could not be loaded. */
  readonly fault: BaseError | undefined
}

export interface ActivityChoice {
  /** Default the active namespace. */
  readonly namespace?: NamespaceId | undefined
}

/** Past and pending transactions of the connected account on the connected network. */
export interface ActivityFeedService {
  /** Read with `useSnapshot` or `subscribe` of valtio. Written here only. */
  readonly state: ActivityState
  /** Keeps the activity read while somebody looks. Answers how to end that. */
  watch(choice?: ActivityChoice): () => void
  /** Reads older ones; once more after a failure. Does nothing while a page is being read, and at the end. */
  loadMore(choice?: ActivityChoice): Promise<void>
  /** Reads the newest again. */
  refresh(choice?: ActivityChoice): Promise<void>
  /** Shows all transactions in the modal. False when nobody draws them: list the plugin's `/react` entry. */
  open(choice?: ActivityChoice): boolean
}

export const ActivityFeed = token<ActivityFeedService>('latchkey.activity.feed')
