import type {
  Amount,
  BalanceChange,
  FeeForecast,
  PriceCurrency,
  SendNotice,
} from '@latchkey/kernel/contracts'
import { type BaseError, type NetworkId, token, type Words } from '@latchkey/kernel/plugin'
import type { Danger } from '@latchkey/kernel/transaction'
import type { WalletTarget } from '@latchkey/kernel/wallet'
import type { SwapArguments } from './routes.js'
import type { SwapFee, SwapQuote, SwapToken } from './SwapSource.js'

/** Who swaps, and where. Everything else of a swap belongs to one of these and ends with it. */
export interface SwapTarget extends WalletTarget {
  readonly networkName: string
  readonly isSmartAccount: boolean
  /** Untrusted text. */
  readonly walletName: string
  readonly walletIcon?: string | undefined
  /** False where no source has offers, or the chain lacks the `Calls` capability. */
  readonly canSwap: boolean
}

/** What a person has filled in. */
export interface SwapDraft {
  readonly sell: SwapToken | undefined
  readonly buy: SwapToken | undefined
  /** As typed: a decimal string with a point, in whole tokens of `sell`. */
  readonly amountText: string
  /** In basis points; 100n is 1 %. */
  readonly slippage: bigint
  /** The source decides each quote's slippage, instead of `slippage`. Ends when the source recommends none. */
  readonly isSlippageAutomatic: boolean
}

/** A token of the choice. */
export interface SwapChoice {
  readonly token: SwapToken
  /** The account's holding, as people read it: see `Amount.moved`. Absent when nothing, or nobody knows. */
  readonly balance?: bigint | undefined
  /** Price of one whole unit, a decimal string in the currency. */
  readonly price?: string | undefined
  readonly isSuggested: boolean
  /** No source suggests it, and no list, no price and not the person vouches for it: it was found by its address, or sent by somebody. */
  readonly isUnknown: boolean
}

export interface SwapTokens {
  readonly status: 'idle' | 'loading' | 'ready' | 'error'
  readonly list: readonly SwapChoice[]
  readonly error?: BaseError | undefined
}

/** An offer as it is shown. */
export interface ShownQuote {
  /** As the source gave it: its amounts are what the chain moves. Show those beside it. */
  readonly quote: SwapQuote
  /** As people read it, like the amounts that follow: see `Amount.moved`. */
  readonly sold: Amount
  readonly bought: Amount
  readonly minimum: Amount
  /** The allowance that the swap needs. Absent as `SwapQuote.allowance`. */
  readonly allowed?: Amount | undefined
  readonly fees: readonly SwapFee[]
  readonly sell: SwapToken
  readonly buy: SwapToken
  /** Who makes it, as `SwapSourceContribution.name` says. */
  readonly sourceName: string
  /** How many whole units of `buy` one of `sell` gives, a decimal string cut to 12 significant digits. */
  readonly rate: string
  /** The source decided the slippage, because the person chose automatic slippage. */
  readonly isSlippageAutomatic: boolean
  /** `low` below 1 %, `medium` below 5 %, `high` below 15 %, else `extreme`, which needs consent. Absent when unknown. */
  readonly impact?: 'low' | 'medium' | 'high' | 'extreme' | undefined
  /**
   * By how many basis points what is bought is worth less than what is sold, by the prices of `prices()`. Only where that is more than
   * the slippage and both prices are known; from 15 % it needs consent.
   */
  readonly belowPrice?: bigint | undefined
  readonly soldWorth?: string | undefined
  readonly boughtWorth?: string | undefined
  /** Milliseconds since the epoch. */
  readonly quotedAt: number
}

/**
 * How the allowance is given, exact in every case. `none`: none is needed. `batch`: with the swap, all or nothing.
 * `signature`: the wallet signs it first. `transaction`: by a transaction before the swap.
 */
export type SwapApproval = 'none' | 'batch' | 'signature' | 'transaction'

/**
 * A loss that the person can suffer. `loses`: `size` basis points of what is paid, by moving the price or by prices from elsewhere.
 * `slippage`: others can trade around it. `unchecked`: less than the minimum may arrive. `mayRepeat`: an earlier swap may have been
 * made.
 */
export interface SwapDanger extends Danger {
  readonly kind: 'loses' | 'slippage' | 'unchecked' | 'mayRepeat'
}

/** A swap that was checked against the chain. */
export interface SwapPreview extends ShownQuote, FeeForecast {
  readonly approval: SwapApproval
  /** The wallet is asked for the approval next, and for the swap after it. Only when `approval` isn't `none`. */
  readonly isApproving: boolean
  /**
   * The wallet could do approval and swap at once after it upgrades the account, which needs the person's consent:
   * `SwapController.setUpgrading`.
   */
  readonly canUpgrade: boolean
  /** The most that the network can charge. */
  readonly fee: Amount
  readonly feeWorth?: string | undefined
  readonly likelyFeeWorth?: string | undefined
  /** Absent when the chain can't predict. */
  readonly changes?: readonly BalanceChange[] | undefined
  readonly notices: readonly SendNotice[]
  /** The person has to accept each of them before the wallet is asked. */
  readonly dangers: readonly SwapDanger[]
  /** Milliseconds since the epoch. */
  readonly preparedAt: number
}

/** What was handed to the chain, or to a wallet that did not say what it made of it. */
export interface SwapTransaction {
  readonly kind: 'swap' | 'approval' | 'revocation'
  /** `undefined` when the wallet has named none: something may have been sent all the same. */
  readonly id: string | undefined
  readonly networkId: NetworkId
  readonly explorerUrl?: string | undefined
  readonly sold: Amount
  readonly bought: Amount
  /** The most that the network could charge. Absent where it is asked for several transactions. */
  readonly fee?: Amount | undefined
  /** When the wallet answered, in milliseconds since the epoch. */
  readonly sentAt?: number | undefined
  /** Why it failed, or why nobody can tell, where that is known. */
  readonly reason?: Words | undefined
}

/** An allowance that was given and is not used up: the person may take it back. */
export interface OpenAllowance {
  readonly token: SwapToken
  /** In the namespace's own form. */
  readonly spender: string
  /** What passes it on to the spender, such as Permit2. Absent where the token allows the spender itself. */
  readonly through?: string
  /** As people read it. */
  readonly amount: bigint
}

/**
 * `quoting` and `editing` belong to the form. `preparing`: checked against the chain. `ready`: the preview can be
 * confirmed. `approving`: the wallet is asked for the allowance, or the chain has it. `signing`: the wallet is asked for the
 * swap. `pending`: the chain has the swap.
 */
export type SwapPhase =
  | 'editing'
  | 'preparing'
  | 'ready'
  | 'approving'
  | 'signing'
  | 'pending'
  | 'confirmed'
  | 'failed'
  | 'undecided'

export interface SwapState {
  readonly currency: PriceCurrency
  readonly target: SwapTarget | undefined
  readonly draft: SwapDraft
  readonly tokens: SwapTokens
  /** The newest offer for the draft. It stays while the next one is on the way. */
  readonly offer: ShownQuote | undefined
  readonly isQuoting: boolean
  /** The newest offer's recommended slippage, in basis points. Absent when its source recommends none. */
  readonly recommendedSlippage: bigint | undefined
  readonly isMaximizing: boolean
  /** The person has agreed that the wallet upgrades the account: see `SwapPreview.canUpgrade`. */
  readonly isUpgrading: boolean
  readonly phase: SwapPhase
  readonly preview: SwapPreview | undefined
  readonly isRefreshing: boolean
  readonly transaction: SwapTransaction | undefined
  readonly openAllowance: OpenAllowance | undefined
  /** Why the last step failed. */
  readonly error: BaseError | undefined
  /** What the person should know and is no failure. */
  readonly notice:
    | 'declined'
    | 'approvalDeclined'
    | 'approved'
    | 'priceMoved'
    | 'feeChanged'
    | 'previewChanged'
    | 'targetChanged'
    | 'outstanding'
    | 'tokenNotFound'
    | undefined
  /** Another network that the host asked for. */
  readonly wantedNetworkId: NetworkId | undefined
}

/** What fills in the draft, has it quoted and checked, and swaps. Loaded with the first view. */
export interface SwapController {
  /** Fills in what the host gave, once per object. */
  apply(given: SwapArguments | undefined): void
  /** Says that an offer is on screen: it is kept fresh until the returned function is called. */
  watch(): () => void
  loadTokens(options?: { fresh?: boolean }): Promise<void>
  /** Looks for an address among the sources. `undefined` when none knows it. */
  findToken(address: string): Promise<SwapChoice | undefined>
  chooseToken(side: 'sell' | 'buy', token: SwapToken): void
  /** @param text as of the kit's amount field: a decimal string with a point */
  setAmount(text: string): void
  /**
   * @param slippage in basis points, 10n to 5000n; others are brought into these bounds. `automatic` leaves it to the source,
   * and changes nothing where `state.recommendedSlippage` is absent.
   */
  setSlippage(slippage: bigint | 'automatic'): void
  /** Sold becomes bought, and what would be received becomes what is sold. */
  invert(): void
  /** All that is held, with the network fee kept back where the coin is sold. */
  setMaximum(): Promise<void>
  /** Asks once more, at once. */
  retry(): void
  /** Whether the wallet is to upgrade the account, where `state.preview.canUpgrade`. The preview is prepared again. */
  setUpgrading(isUpgrading: boolean): Promise<void>
  /** Has the offer checked and simulated, and shows the preview. False when that failed; `state.error` says why. */
  preview(): Promise<boolean>
  /**
   * Opens the wallet with what the preview shows: for the approval where one is due, for the swap otherwise. When the
   * price has moved since it was read, the wallet stays closed and `state.notice` says so.
   *
   * @param shown The `state.preview` that was on screen when the person pressed.
   * @param accepted Those of `shown.dangers` that the person accepted. While one is missing, the wallet stays closed, and
   *   `state.error` is `DANGER_NOT_ACCEPTED`.
   */
  confirm(shown?: SwapPreview, accepted?: readonly Danger[]): Promise<void>
  /** Takes `state.openAllowance` back, with the wallet. */
  revoke(): Promise<void>
  /** Stops waiting for a wallet that does not answer. If it sends after all, that is followed and told. */
  forgetRequest(): void
  /** Empties the draft and what came of the last one. Nothing while the wallet is asked. */
  reset(): void
}

export interface SwapperService {
  readonly state: SwapState
  /**
   * Shows the form, filled in with what is given. Shows the ways to connect while nothing is connected, and the networks
   * where swaps are possible where they aren't.
   * @throws NetworkError `NETWORK_NOT_FOUND` for a network the host does not list
   */
  open(given?: SwapArguments): Promise<void>
  load(): Promise<SwapController>
}

/** Swapping, as state and actions. Views of `@latchkey/plugin-swap/react` show it; a host may show it by its own. */
export const Swapper = token<SwapperService>('latchkey.swapper', { package: '@latchkey/plugin-swap' })
