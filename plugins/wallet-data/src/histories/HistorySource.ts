import type { Clock, HttpService, Network, NetworkId } from '@latchkey/kernel/plugin'
import type { HistoryPage, TransactionRecord, TransactionTransfer } from '@latchkey/kernel/contracts'

/** What a list says of a transaction itself, beside what moved in it. */
export interface HistoryFacts
  extends Pick<
    TransactionRecord,
    'status' | 'from' | 'to' | 'fee' | 'application' | 'isMadeByOther' | 'isUnread'
  > {
  /** What the transaction did. Where it is absent, it follows from what moved. */
  readonly operation?: TransactionRecord['operation']
  /** What was called, for a transaction in which nothing moved. */
  readonly called?: TransactionRecord['operation']
}

/** One entry of a list: a transaction, or one thing that moved in it. Entries of one transaction are united by its id. */
export interface HistoryEntry {
  /** Of the transaction. Hexadecimal ids in lower case. */
  readonly id: string
  /** Names the entry within its transaction and list: one that a list repeats counts once. */
  readonly key?: string
  /** Milliseconds since the epoch. */
  readonly minedAt?: number
  readonly block?: number
  /** Place of the transaction in its block. */
  readonly index?: number
  /** Place of what moved within its transaction, for lists that tell the last first. Without one, the list's own order counts. */
  readonly order?: number
  /** Absent in lists of transfers. */
  readonly facts?: HistoryFacts
  readonly transfers: readonly TransactionTransfer[]
}

export interface HistoryListRequest {
  readonly networkId: NetworkId
  /** Whose history it is. */
  readonly address: string
  /** `next` of the page before; absent for the newest. */
  readonly cursor?: string
  /** How many transactions are wanted; a page may hold fewer or more. */
  readonly limit?: number
}

export interface HistoryListPage extends Pick<HistoryPage, 'searched' | 'gaps' | 'next'> {
  /** Newest first. */
  readonly entries: readonly HistoryEntry[]
  /** Milliseconds since the epoch: what is left is from then or older. Default the time of the last entry. */
  readonly since?: number
  /** How many entries of the page couldn't be read. */
  readonly leftOut?: number
}

/** A list of a service that is read page by page. `next` names a place, not a page's number, so that new entries shift nothing. */
export interface HistoryList {
  /** Unique within its source: `transfers`. */
  readonly id: string
  /** Codes of gaps of the chain's own history that this list fills. */
  readonly fills?: readonly string[]
  /** @throws BaseError when it can't be read. The source is then left alone for a minute. */
  read(request: HistoryListRequest): Promise<HistoryListPage>
}

export interface HistoryTools {
  readonly http: HttpService
  readonly clock: Clock
  /** Aborted when the kernel is disposed. */
  readonly signal: AbortSignal
  /** The network as the host lists it. */
  network(networkId: NetworkId): Network | undefined
  isAddress(networkId: NetworkId, value: string): boolean
  isSameAddress(networkId: NetworkId, left: string, right: string): boolean
}

/** A place that knows past transactions, beside the chain's own nodes: `blockscout()`. */
export interface HistorySource {
  /** Unique among the listed sources. */
  readonly id: string
  /** In sentences: 'Blockscout'. */
  readonly name: string
  /** Whether it knows the network. It asks nobody. */
  supports(networkId: NetworkId): boolean
  /** Loads what does the work. Called with the first question. */
  open(tools: HistoryTools): Promise<readonly HistoryList[]>
}
