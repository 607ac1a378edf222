import { type BaseError, type NamespaceId, type NetworkId, token, type Words } from '@latchkey/kernel/plugin'
import type {
  HistoryGap,
  HistoryPage,
  PreparedReplacement,
  PriceCurrency,
  ReplaceDecision,
  ReplaceWay,
  TransactionRecord,
} from '@latchkey/kernel/contracts'
import type { DataSource } from '@latchkey/kernel/contracts'
import type { Danger } from '@latchkey/kernel/transaction'

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
  /** When the newest were read, in milliseconds since the epoch, where they could not be read again since. */
  readonly oldSince: number | undefined
  /** Why the last page could not be read. */
  readonly error: BaseError | undefined
}

/** What became of a request to speed up or cancel a transaction. */
export interface Replacement {
  readonly way: ReplaceWay
  /**
   * `asking`: the wallet is asked. `refused`: nothing was sent, `error` says why. `lost`: it isn’t known what the wallet did, and
   * `error` is what it answered, if anything. `pending`: the chain decides. `apart`: the wallet made a second transaction, and both are pending.
   * `undecided`: the chain couldn’t be followed.
   */
  readonly phase: 'asking' | 'refused' | 'lost' | 'pending' | 'apart' | 'decided' | 'undecided'
  /** The new transaction, once the wallet has named it. */
  readonly id?: string
  readonly error?: BaseError
  /** Once decided. */
  readonly which?: ReplaceDecision['which']
  readonly status?: ReplaceDecision['status']
  readonly reason?: Words
  /** As in a decision about a send: `different` where the wallet sent something else, `unknown` where the chain can’t tell. */
  readonly outcome?: ReplaceDecision['outcome']
}

export interface ActivityState {
  /** By the id of the transaction that was to be replaced, for as long as the page is open. */
  readonly replacements: Readonly<Record<string, Replacement>>
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
  /** Of the values that views show beside amounts. */
  readonly currency: PriceCurrency
  /** Keeps the activity read while somebody looks. Answers how to end that. */
  watch(choice?: ActivityChoice): () => void
  /** Reads older ones; once more after a failure. Does nothing while a page is being read, and at the end. */
  loadMore(choice?: ActivityChoice): Promise<void>
  /** Reads the newest again. */
  refresh(choice?: ActivityChoice): Promise<void>
  /**
   * Has the wallet replace a pending transaction, as `Replace.prepare` made it ready, and follows what comes of it:
   * `state.replacements` tells. The list shows one of the two. Never rejects.
   *
   * @param accepted Those of `replacementDangers(prepared)` that the person accepted. While one is missing, no wallet is asked, and the
   *   replacement’s `error` is `DANGER_NOT_ACCEPTED`.
   */
  replace(
    prepared: PreparedReplacement,
    pending: TransactionRecord,
    accepted?: readonly Danger[],
  ): Promise<void>
  /**
   * Stops waiting for the wallet that is asked to replace a pending transaction: the phase is `lost` until it answers after all.
   * In any other phase, removes what `state.replacements` tells of that transaction.
   *
   * @param id of the transaction that was to be replaced
   */
  forget(id: string): void
  /** Shows all transactions in the modal. False when nobody draws them: list the plugin's `/react` entry. */
  open(choice?: ActivityChoice): boolean
}

export const ActivityFeed = token<ActivityFeedService>('latchkey.activity.feed')
