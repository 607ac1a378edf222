import type { NetworkId } from '../caip.js'
import type { Account } from '../points/connector.js'
import { capabilityToken } from './capabilityToken.js'
import type { CodedSentence, WordsParameters } from '../words.js'
import type { Amount, TokenReference } from './amount.js'

export interface SendRequest {
  readonly networkId: NetworkId
  readonly from: Account
  /** Receiver in the namespace's own form. */
  readonly to: string
  /** In the smallest unit of the coin, or of `token` when given, as people read it: see `Amount.moved`. */
  readonly amount: bigint
  /** Whether `amount` is what the chain moves, as a bill states it, whatever people read of the token. Default false. */
  readonly isMoved?: boolean
  readonly token?: TokenReference
  /**
   * Leave nothing behind but what must stay, in place of `amount`, which is then what `maximum` answered. The account is
   * left with exactly the deposit, or with nothing, where the chain can tell the fee in advance.
   * `PreparedSend.amount` says how much that is. Default false.
   */
  readonly everything?: boolean
  /**
   * Keys that the transfer includes so that the payee can find it: the references of Solana Pay, in the namespace's own
   * form. Other chains ignore them.
   */
  readonly references?: readonly string[]
  /** Text that the transfer includes and everyone can read: the memo of Solana Pay. Other chains ignore it. */
  readonly memo?: string
  /** Speed of confirmation where the chain has a fee market. Default `normal`. */
  readonly feeLevel?: FeeLevel
  /**
   * The fee that the person has agreed to although it is beyond reason, in the coin's smallest unit. Without it, a chain
   * that knows such limits throws `FeeUnreasonableError`, which says the fee.
   */
  readonly highestFee?: bigint
  /** What `Connection.provider(namespace)` answered. */
  readonly provider: unknown
  readonly signal?: AbortSignal
}

/** A transfer that becomes a part of several calls. */
export interface TransferRequest {
  /** Receiver in the namespace's own form. */
  readonly to: string
  /** In the smallest unit of the coin, or of `token` when given, as the chain moves it: see `Amount.moved`. */
  readonly amount: bigint
  readonly token?: TokenReference
}

export type FeeLevel = 'slow' | 'normal' | 'fast'

/** A change of balances that the chain predicts. Negative leaves the account. */
export interface BalanceChange {
  readonly address: string
  readonly amount: Amount
  /** Contract, mint or asset id. Absent for the native coin, and in a send, whose token is known. */
  readonly asset?: string
  /** Present when the asset is a collectible (NFT). */
  readonly collectible?: { readonly id: string }
}

/** Something a person should know before the wallet opens. `noticeWords` makes it translatable. */
export interface SendNotice extends CodedSentence {
  readonly severity: 'info' | 'warning'
  /** All that is sent is lost: the person has to accept that by name before the wallet is asked. Default false. */
  readonly isLoss?: boolean
}

/** Facts of a fee beside the most that can be charged. */
export interface FeeForecast {
  /**
   * What the network will take, in the native coin, if prices stay as they are. It includes `setUpFee`. Absent where nobody can tell, or
   * where it's the most that can be charged.
   */
  readonly likelyFee?: Amount
  /** The part of it that sets the account up. It's paid once, with the account's first transaction. */
  readonly setUpFee?: Amount
  /**
   * Who pays in the account's place; `fee` is zero then. `executor`: the owner who carries out what the owners of a shared account have
   * signed. Default: the account.
   */
  readonly feePayer?: 'executor'
}

/** A send that was checked against the chain and is ready for the wallet. */
export interface PreparedSend extends FeeForecast {
  /** How much is sent. Absent when it is the amount that was asked for. */
  readonly amount?: Amount
  /** Network fee in the native coin, the most that can be charged. */
  readonly fee: Amount
  readonly changes?: readonly BalanceChange[]
  readonly notices: readonly SendNotice[]
  /** Opens the wallet. @throws ConnectorError `USER_REJECTED` when the person declines. */
  submit(): Promise<SubmittedTransaction>
  /**
   * Whether `submit` has given the wallet a request that can move money. Once it has, money may have left whatever error
   * follows, except for `USER_REJECTED`. Absent: the wallet is taken to be asked as soon as `submit` is called.
   */
  isHandedOver?(): boolean
}

export interface SubmittedTransaction {
  /** Transaction hash, signature or extrinsic hash. */
  readonly id: string
  /**
   * What `SendCapability.follow` wants to know beside the id, in the chain's own form: plain text of at most 2,000
   * characters, nothing private. It may be known a moment after sending, and never rejects. Absent where the id is enough.
   */
  readonly trail?: Promise<string | undefined>
  /** Settles when the chain has decided. */
  wait(signal?: AbortSignal): Promise<SendDecision>
}

/** What became of a transaction. */
export interface SendDecision {
  readonly status: 'confirmed' | 'failed'
  /** A sentence for the person. `decisionWords` makes it translatable. */
  readonly reason?: string
  /** Stable code of the reason. */
  readonly code?: string
  /** What stands in the reason, for translations that need it. */
  readonly parameters?: WordsParameters
  /**
   * How what the chain took compares to what was asked for. `different`: the wallet sent something else, or nothing new;
   * the status is then `failed`. `unknown`: a transaction was made, and the chain cannot tell what it did for this account,
   * as with smart accounts. Absent: it is what was asked for.
   */
  readonly outcome?: 'different' | 'unknown'
}

/** A transaction that was sent before this page was loaded. */
export interface FollowRequest {
  readonly networkId: NetworkId
  /** Sender, in the namespace's own form. */
  readonly from: string
  readonly id: string
  /** What `SubmittedTransaction.trail` told. It comes from the browser's storage: check it. */
  readonly trail?: string
  /** Milliseconds since the epoch. */
  readonly sentAt: number
}

/** Sends the native coin and tokens. */
export interface SendCapability {
  /** Whether `SendRequest.token` is understood. */
  readonly tokens: boolean
  /** Speeds that make a difference on this chain, slowest first. Absent where there is one price for all. */
  readonly feeLevels?: readonly FeeLevel[]
  /** Checks, prices and simulates. @throws BaseError with a code when it cannot work. */
  prepare(request: SendRequest): Promise<PreparedSend>
  /** The most that can be sent, after the fee and any deposit that must stay. */
  maximum(request: Omit<SendRequest, 'amount'>): Promise<Amount>
  /**
   * Coin that the account needs for a send beside the amount itself: the fee, what the chain keeps as a deposit, and what must stay. The
   * amount needn't be there yet: a swap may bring it. Absent where `calls` puts both into one request.
   *
   * @throws BaseError with a code when such a send can't work, as `prepare` does.
   */
  reserve?(request: Omit<SendRequest, 'everything'>): Promise<Amount>
  /**
   * The transfer in the namespace's own calls, for a feature that does more than that at once: swap, then pay. Asks
   * nobody. Absent where the chain has no such calls.
   */
  calls?(request: TransferRequest): Promise<readonly unknown[]>
  /**
   * Takes up the waiting for a transaction of an earlier page, without any wallet. Absent where the chain cannot.
   * @throws NetworkError for a network the host does not list.
   */
  follow?(request: FollowRequest): Promise<SubmittedTransaction>
}

export const Send = capabilityToken<SendCapability>('latchkey.capability.send/1', [
  'prepare',
  'maximum',
  'reserve?',
  'calls?',
  'follow?',
])
