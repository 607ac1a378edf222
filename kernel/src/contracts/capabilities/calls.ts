import type { NamespaceId, NetworkId } from '../caip.js'
import type { Account } from '../points/connector.js'
import type { Token } from '../../keys/token.js'
import { capabilityToken } from './capabilityToken.js'
import type { Amount, TokenReference } from './amount.js'
import type {
  BalanceChange,
  FeeForecast,
  FeeLevel,
  FollowRequest,
  SendDecision,
  SendNotice,
  SubmittedTransaction,
} from './send.js'

export interface CallsSupportRequest {
  readonly networkId: NetworkId
  readonly from: Account
  /** What `Connection.provider(namespace)` returned. */
  readonly provider: unknown
  readonly signal?: AbortSignal
}

/** What the wallet can do with several calls at once. */
export interface CallsSupport {
  /**
   * `supported`: all calls happen, or none of them. `ready`: the same, after the wallet has upgraded the account, which
   * it asks the person for. `unsupported`: one after the other, and what is done stays done.
   */
  readonly atomic: 'supported' | 'ready' | 'unsupported'
  /** What else the wallet says of itself on this network, untouched. On EVM the capabilities of EIP-5792. */
  readonly capabilities?: Readonly<Record<string, unknown>>
}

/** A service of the host that pays the network fee. On EVM it speaks ERC-7677. */
export interface PaymasterService {
  /** HTTPS; plain HTTP on loopback only. The wallet calls it, so it must allow the wallet's origin, too. */
  readonly url: string
  /** Anything else the service needs, passed on unchanged. */
  readonly context?: Readonly<Record<string, unknown>>
}

export interface CallsRequest<Call> extends CallsSupportRequest {
  /** In the order they happen: at least one. */
  readonly calls: readonly Call[]
  /**
   * `required`: all calls or none, and `prepare` throws `ATOMIC_UNAVAILABLE` where the wallet can't. `preferred`: one
   * after the other where the wallet can't. Default `preferred`.
   */
  readonly atomic?: 'required' | 'preferred'
  /**
   * Whether the person has agreed that the wallet upgrades the account, where the wallet is `ready` to. Without it, such
   * a wallet does preferred calls one after the other, and required calls are refused with `ACCOUNT_UPGRADE_NEEDED`.
   * Default false.
   */
  readonly upgrade?: boolean
  /**
   * Pays the network fee in place of the account. When the wallet doesn't support such a service, the account pays:
   * `isSponsored` is then false, and a notice `FEE_NOT_SPONSORED` says so. Default: the account pays.
   */
  readonly paymaster?: PaymasterService
  /** Speed of confirmation where the chain has a fee market. Default `normal`. */
  readonly feeLevel?: FeeLevel
  /**
   * The fee that the person has agreed to although it is beyond reason, in the coin's smallest unit. Without it, a chain
   * that knows such limits throws `FeeUnreasonableError`, which says the fee.
   */
  readonly highestFee?: bigint
}

/** How much of a token somebody else may move out of the account, once the calls are done. */
export interface AllowanceChange {
  /** The token, or the collection with 0 decimals where `collectible` is given. */
  readonly token: TokenReference
  /** Present when collectibles (NFTs) are meant: one of them by its id, or the whole collection. */
  readonly collectible?: { readonly id?: string }
  /** Who may move it, in the namespace's own form. */
  readonly spender: string
  /** In the token's smallest unit, as people read it; `0n` takes the right away. */
  readonly amount: bigint | 'unlimited'
  /** The same as the chain moves it: see `Amount.moved`. */
  readonly moved?: bigint
  /** What it was before. Absent where the chain doesn't tell. */
  readonly previous?: bigint | 'unlimited'
}

/** One opening of the wallet. */
export interface CallsStep {
  /** From 0, below `PreparedCalls.steps`. */
  readonly index: number
  /**
   * `asking`: the wallet is asked. `sent`: the wallet has sent it. `confirmed`: the chain has taken it, and the next step
   * follows. The last step ends with `sent`; `SubmittedCalls.wait` tells the rest.
   */
  readonly status: 'asking' | 'sent' | 'confirmed'
  /** What was sent. Absent while the wallet is asked. Keep its `id` and `trail` where a reload must not lose it. */
  readonly submitted?: SubmittedTransaction
}

/** Calls that were checked against the chain and are ready for the wallet. */
export interface PreparedCalls extends FeeForecast {
  /** Network fee of all calls in the native coin, the most that can be charged. Zero where `isSponsored`. */
  readonly fee: Amount
  /** The service of the request pays the fee. `wait` reports a wallet that charges the account all the same. Default false. */
  readonly isSponsored?: boolean
  /**
   * What leaves and enters the account, by a simulation of all calls together and without the fee: one entry per asset
   * that changes. Absent where the chain can't be asked; a notice `NOT_SIMULATED` says so.
   */
  readonly changes?: readonly BalanceChange[]
  /** Allowances that the calls leave changed. Absent where `changes` is. */
  readonly allowances?: readonly AllowanceChange[]
  readonly notices: readonly SendNotice[]
  /** Whether all calls happen or none of them. */
  readonly atomic: boolean
  /** How often the wallet will open: once, or once for each call. */
  readonly steps: number
  /**
   * Opens the wallet, once for each step. A later step is asked for when the chain has confirmed the one before. While
   * it is under way a second call returns the same promise; after a failure it goes on with the steps that were not
   * done.
   *
   * @throws ConnectorError `USER_REJECTED` when the person declines the first step; `CallsPartlySentError` when a later
   *   one is declined or fails: it says what was done.
   */
  submit(options?: {
    /** Told of each step. What it throws is logged and changes nothing. */
    onStep?(step: CallsStep): void
  }): Promise<SubmittedCalls>
  /**
   * Whether `submit` has given the wallet a request that can move money. Once it has, money may have left whatever error
   * follows, except for `USER_REJECTED`.
   */
  isHandedOver(): boolean
}

export interface SubmittedCalls extends SubmittedTransaction {
  /** Id for `CallsCapability.follow`: of the transaction, of the last one of several, or of the wallet's bundle of calls. */
  readonly id: string
  /** `id` is the wallet's name for calls it took together, and of no transaction: `wait` says which those are. */
  readonly isBundle?: true
  wait(signal?: AbortSignal): Promise<CallsDecision>
}

/** What became of the calls. */
export interface CallsDecision extends SendDecision {
  /** The transactions that the chain took for them, oldest first; none when it took none. */
  readonly transactions: readonly string[]
  /** Some of the calls were done and others weren’t; the status is then `failed`. Default false. */
  readonly isPartial?: boolean
}

/** Calls that were submitted before this page was loaded. */
export interface FollowCallsRequest extends FollowRequest {
  /** The wallet's provider. Needed for a bundle that only the wallet knows; filled in by `ActiveWallet.use`. */
  readonly provider?: unknown
}

/**
 * Everything a wallet does that is not a transfer: swaps, purchases, allowances, a host's own transactions. `Call` is the
 * namespace's own: a contract call, an instruction, an extrinsic, an output.
 */
export interface CallsCapability<Call> {
  /** Speeds that make a difference on this chain, slowest first. Absent where there is one price for all. */
  readonly feeLevels?: readonly FeeLevel[]
  /** Asks the wallet without opening it. */
  support(request: CallsSupportRequest): Promise<CallsSupport>
  /**
   * Checks, prices and simulates all calls together. Nothing opens.
   *
   * @throws BaseError `CALLS_INVALID` when a call isn't one of the namespace's, `ATOMIC_UNAVAILABLE`,
   *   `ACCOUNT_UPGRADE_NEEDED`, `EXECUTION_REVERTED` when the chain would refuse one of them, or another code when it
   *   can't work; `FeeUnreasonableError`.
   */
  prepare(request: CallsRequest<Call>): Promise<PreparedCalls>
  /**
   * Takes up the waiting for calls of an earlier page. Absent where the chain can't.
   *
   * @throws NetworkError for a network the host doesn't list; ConnectorError `CONNECTION_NOT_FOUND` for a bundle that
   *   only the wallet knows, while it isn't connected.
   */
  follow?(request: FollowCallsRequest): Promise<SubmittedCalls>
}

const callsToken = <Call>() =>
  capabilityToken<CallsCapability<Call>>('latchkey.capability.calls/1', ['support', 'prepare', 'follow?'])

/** For features that pass calls on without looking into them. A namespace's own key types the calls. */
export const Calls = callsToken<unknown>()

/** The key of one namespace's calls. It finds the same capability as `Calls`. */
export interface CallsKey<Call> extends Token<CallsCapability<Call>> {
  readonly namespace: NamespaceId
}

/**
 * Types the calls of a namespace. Call it once, at module level, in the plugin of the namespace. The plugin checks each
 * call at run time too: the key can be used on a wallet of another namespace.
 *
 * @example
 * export const EvmCalls = callsKey<EvmCall>('eip155')
 * const calls = wallets.active('eip155')?.use(EvmCalls)
 */
export function callsKey<Call>(namespace: NamespaceId): CallsKey<Call> {
  return { ...callsToken<Call>(), namespace }
}
