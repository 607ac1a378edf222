import { capabilityToken } from './capabilityToken.js'
import type { NetworkId } from '../caip.js'
import type { Account } from '../points/connector.js'
import type { Amount } from './amount.js'
import type { TransactionRecord } from './history.js'
import type { FollowRequest, SendDecision, SendNotice, SubmittedTransaction } from './send.js'

/**
 * `faster`: the same transaction with a higher fee. `cancel`: one that moves nothing, in its place. `child`: a further one that
 * spends what the pending one pays the account, with a fee for both (child pays for parent); both go through.
 */
export type ReplaceWay = 'faster' | 'cancel' | 'child'

export interface PendingRequest {
  readonly networkId: NetworkId
  /** The account that made the transaction, or that it pays. */
  readonly from: Account
  /** Of a transaction that the chain hasn’t taken yet. Everything else about it is read from the chain. */
  readonly id: string
  /** What `Connection.provider(namespace)` returned. */
  readonly provider: unknown
  readonly signal?: AbortSignal
}

/** A transaction that waits, as the chain says. */
export interface PendingFacts {
  /** What can be done about it. A transaction that cancels another one can only be made faster. */
  readonly ways: readonly ReplaceWay[]
  /** The most that it can cost as it is. */
  readonly fee: Amount
  /** Only what the chain proves: amounts of tokens are left out. */
  readonly record: TransactionRecord
  readonly notices: readonly SendNotice[]
}

export interface ReplaceRequest extends PendingRequest {
  readonly way: ReplaceWay
  /**
   * The fee that the person has agreed to although it is beyond reason, in the coin's smallest unit. Without it, a chain
   * that knows such limits throws `FeeUnreasonableError`, which says the fee.
   */
  readonly highestFee?: bigint
}

/** What a child does for the transaction that it spends. */
export interface ChildFacts {
  /** What the account keeps of what the pending transaction pays it. */
  readonly left: Amount
  /** Who paid the pending transaction, in the namespace's own form. Empty where nobody can be named. */
  readonly from: readonly string[]
  /** Fee for a unit of size, before and with the child, over all transactions that wait for one another. */
  readonly rate: { readonly before: number; readonly after: number; readonly unit: string }
}

/** A replacement that was checked against the chain and is ready for the wallet. */
export interface PreparedReplacement {
  readonly way: ReplaceWay
  /** The most that the pending transaction can cost. */
  readonly previousFee: Amount
  /** The most that can be charged once the replacement is sent, in place of `previousFee`; of a `child`, beside it. */
  readonly fee: Amount
  /**
   * Whether the wallet is known to put the new transaction in the place of the pending one. Where it isn’t, it may make a
   * second one, and both can be charged: have the person agree to that first. A notice says what to look for.
   */
  readonly isCertain: boolean
  readonly notices: readonly SendNotice[]
  /** How the new transaction will stand in the activity, but for its id. */
  readonly record: Omit<TransactionRecord, 'id'>
  /** What the person should know of a `child`, whose `fee` comes on top of `previousFee`. Absent for other ways. */
  readonly child?: ChildFacts
  /**
   * Opens the wallet. A second call returns the same promise.
   *
   * @throws ConnectorError `USER_REJECTED` when the person declines; BaseError `TRANSACTION_DECIDED` when the chain took the
   *   transaction meanwhile.
   */
  submit(): Promise<SubmittedReplacement>
  /** Whether `submit` has given the wallet a request that can move money. */
  isHandedOver(): boolean
}

export interface SubmittedReplacement extends SubmittedTransaction {
  /**
   * Whether it stands in the place of the pending transaction, as the chain says; `undefined` where it didn’t say within
   * seconds, and for a `child`, which takes no place. `false`: the wallet made a second transaction, and both can go through.
   * Never rejects.
   */
  readonly takesPlace: Promise<boolean | undefined>
  /**
   * Settles when the chain took one of the transactions.
   *
   * @throws NetworkError `TRANSACTION_UNDECIDED` when the network refused it after it may have taken it unseen: either can go through.
   */
  wait(signal?: AbortSignal): Promise<ReplaceDecision>
}

/** Which transaction the chain took, and what became of that one. */
export interface ReplaceDecision extends SendDecision {
  /** Of the transaction that the chain took. */
  readonly taken: string
  /**
   * `original`: the pending one was taken before it could be replaced. `other`: a third one took the place of both; it did
   * the same where the status is `confirmed`.
   * `apart`: the wallet made a second transaction beside the pending one, which this decision doesn’t tell of.
   * Of a `child`, `replacement` says that both went through, and `other` that another transaction spent the same money.
   */
  readonly which: 'replacement' | 'original' | 'other' | 'apart'
}

/** A replacement that was submitted before this page was loaded. */
export interface FollowReplacementRequest extends FollowRequest {
  readonly way: ReplaceWay
  /** The transaction that was to be replaced. */
  readonly replaced: string
}

/** Gets transactions that are stuck out of the way: with a higher fee, or without effect. */
export interface ReplaceCapability {
  /** Whether payments to the account can be sped up too. Default false. */
  readonly incoming?: boolean
  /**
   * @throws BaseError `TRANSACTION_NOT_FOUND`, `TRANSACTION_DECIDED` when the chain has taken it, `TRANSACTION_UNPROVEN` when
   *   what the node says of it can’t be true, `REPLACEMENT_OF_OTHER` for another account’s, `REPLACEMENT_UNSUPPORTED`,
   *   `REPLACEMENT_HAS_LATER` where it would undo a later payment, `CHILD_SPENT` where a later one spends what it pays.
   */
  find(request: PendingRequest): Promise<PendingFacts>
  /**
   * @throws BaseError as `find`, and `INSUFFICIENT_FUNDS`; `CHILD_TOO_EXPENSIVE` and `CHILD_NOT_NEEDED` for a child;
   *   `FeeUnreasonableError`.
   */
  prepare(request: ReplaceRequest): Promise<PreparedReplacement>
  /** Takes up the waiting for a replacement of an earlier page, without any wallet. */
  follow(request: FollowReplacementRequest): Promise<SubmittedReplacement>
}

export const Replace = capabilityToken<ReplaceCapability>('latchkey.capability.replace/1', [
  'find',
  'prepare',
  'follow',
])
