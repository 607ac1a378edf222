import type { NetworkId } from '../caip.js'
import { capabilityToken } from './capabilityToken.js'
import type { CodedSentence } from '../words.js'
import type { Amount } from './amount.js'

/** What a transaction did, in the specification's words; a source may know others. */
export type TransactionOperation =
  | 'approve'
  | 'borrow'
  | 'burn'
  | 'claim'
  | 'deploy'
  | 'deposit'
  | 'execute'
  | 'mint'
  | 'receive'
  | 'repay'
  | 'send'
  | 'stake'
  | 'trade'
  | 'unstake'
  | 'withdraw'
  | (string & {})

/** `pending` is submitted and not decided by the chain. */
export type TransactionStatus = 'pending' | 'confirmed' | 'failed'

/** One asset that moved in a transaction, seen from the account that asks. */
export interface TransactionTransfer {
  readonly direction: 'in' | 'out' | 'self'
  /** In the asset's smallest unit; `1n` with 0 decimals for a collectible that exists once. */
  readonly amount: Amount
  /** Contract, mint or asset id; absent for the native coin. */
  readonly asset?: string
  readonly name?: string
  /** Unchecked: shown through `<img>` only, after the shell's check of pictures. */
  readonly icon?: string
  /** Present when the asset is a collectible (NFT). */
  readonly collectible?: { readonly id: string; readonly picture?: string; readonly isSpam?: boolean }
  readonly from?: string
  readonly to?: string
  /** Only an explorer that the app lists tells of it: show it, and take it for no payment and no receipt. */
  readonly isUnproven?: true
}

export interface TransactionRecord {
  /** Transaction hash, signature or extrinsic hash. */
  readonly id: string
  readonly networkId: NetworkId
  readonly operation: TransactionOperation
  readonly status: TransactionStatus
  /** Milliseconds since the epoch; absent while pending, and where the chain does not tell. */
  readonly minedAt?: number
  readonly from?: string
  readonly to?: string
  readonly fee?: Amount
  readonly application?: { readonly name: string; readonly icon?: string }
  readonly transfers: readonly TransactionTransfer[]
  /**
   * Another account made the transaction, and something left this one by it. On EVM networks a contract may log a
   * transfer that never was, so that a look-alike of a known receiver stands in the list: never show it as a send of the
   * account, and offer no address of it to be sent to.
   */
  readonly isMadeByOther?: true
  /**
   * A wallet was asked and has named no transaction: there may be none. `id` is the app's own and leads to no explorer;
   * `status` is `pending` until the history names the transaction, or nobody expects it any more.
   */
  readonly isUncertain?: true
  /**
   * The chain has the transaction, and nobody here can tell what it did: it is of a kind that this version doesn't know, or
   * the node doesn't give it. `transfers` is empty although something may have moved: show it with its explorer, and take it
   * for no proof that nothing was paid.
   */
  readonly isUnread?: true
  /**
   * Only explorers that the app lists tell of it, and neither the chain's own history nor the app's service: show it, and
   * decide nothing by it.
   */
  readonly isUnproven?: true
}

export interface HistoryRequest {
  readonly networkId: NetworkId
  readonly address: string
  /** `next` of the page before; absent for the newest. Opaque. */
  readonly cursor?: string
  /** How many transactions are wanted; a page may hold fewer or more. Default 20. */
  readonly limit?: number
  /** Asks although a recent answer is kept, for those who wait for a transaction. Default false. */
  readonly fresh?: boolean
  readonly signal?: AbortSignal
}

export interface HistoryPage {
  /** Newest first. */
  readonly transactions: readonly TransactionRecord[]
  /** Asks for older ones; absent when the source has no more, or does not look further. */
  readonly next?: string
  /** How far the source looked, when that is not to the account's beginning. */
  readonly searched?: {
    /** Height of the oldest block that was looked at. */
    readonly fromBlock?: bigint
    /** Milliseconds since the epoch of that block. */
    readonly since?: number
    /** Where transfers of the native coin could be looked for in fewer blocks than those of tokens. */
    readonly coin?: { readonly fromBlock: bigint; readonly since?: number }
  }
  /** What is missing within that, so that nobody takes the list for all there was. Told with the first page at least. */
  readonly gaps?: readonly HistoryGap[]
}

/** Something that a source cannot see, or leaves out to stay quick. `noticeWords` makes it translatable. */
export interface HistoryGap extends CodedSentence {}

/** Reads past transactions from the chain itself, within a window that it states. */
export interface HistoryCapability {
  /** @throws NetworkError when no endpoint answers. */
  read(request: HistoryRequest): Promise<HistoryPage>
}

export const History = capabilityToken<HistoryCapability>('latchkey.capability.history/1', ['read'])
