import type {
  Amount,
  BalanceChange,
  FeeForecast,
  FeeLevel,
  SendDecision,
  SendNotice,
} from '@latchkey/kernel/contracts'
import { type BaseError, type NamespaceId, type NetworkId, token, type Words } from '@latchkey/kernel/plugin'
import type { DataSource, PriceCurrency, Holding } from '@latchkey/kernel/contracts'
import type { Danger } from '@latchkey/kernel/transaction'
import type { SendArguments } from './routes.js'

/** Who sends, and where. Everything else of a send belongs to one of these and ends with it. */
export interface SendTarget {
  readonly namespace: NamespaceId
  readonly networkId: NetworkId
  readonly networkName: string
  readonly connectionId: string
  /** In the namespace's own form. */
  readonly address: string
  readonly isSmartAccount: boolean
  /** Untrusted text. */
  readonly walletName: string
  readonly walletIcon?: string | undefined
  /** False where the namespace lacks the `Send` capability, or the host does not list the network. */
  readonly canSend: boolean
  /** Whether the chain sends tokens beside its coin. */
  readonly hasTokens: boolean
  /** Speeds that make a difference there; empty when the chain has one price. */
  readonly feeLevels: readonly FeeLevel[]
  /** Whether somebody knows names on the network. */
  readonly hasNames: boolean
}

/** What a person has filled in. */
export interface SendDraft {
  readonly token: Holding | undefined
  /** As typed: a decimal string with a point, in whole tokens or in the currency. */
  readonly amountText: string
  readonly mode: 'token' | 'fiat'
  /** In the smallest unit, when no digit of it may get lost in what is shown: after Max, or a change of mode. */
  readonly exactAmount: bigint | undefined
  /** Everything that can be sent: worked out once more for the receiver when previewed. */
  readonly isMaximum: boolean
  /** Address, name or payment link, as typed. */
  readonly receiverText: string
  readonly feeLevel: FeeLevel
}

/** Who said where a name leads. */
export interface NameOrigin {
  readonly source: DataSource
  /** Host of the service: `data.example`. */
  readonly host?: string | undefined
}

export type SendReceiver =
  | { readonly status: 'empty' | 'resolving' | 'invalid' }
  | {
      readonly status: 'resolved'
      readonly address: string
      /** Only when the person typed it, or chose a recent that had it. Untrusted text. */
      readonly name?: string | undefined
      /** Absent when the source of names does not say, and for recents. */
      readonly origin?: NameOrigin | undefined
      readonly avatar?: string | undefined
    }
  /** A payment link that is not taken. `networkId` when it would be after a switch to that network. */
  | { readonly status: 'refused'; readonly error: BaseError; readonly networkId?: NetworkId | undefined }
  /** The name could not be looked up. */
  | { readonly status: 'failed'; readonly error: BaseError }

export interface SendBalances {
  readonly status: 'idle' | 'loading' | 'ready' | 'error'
  /** The native coin first, where the source tells it. */
  readonly holdings: readonly Holding[]
  readonly error?: BaseError | undefined
  /** When the last reading failed, in milliseconds since the epoch: it is not tried again for 30 s. */
  readonly lastRetry?: number | undefined
}

export interface SendWarning extends SendNotice {
  /** The person must accept what it says before the wallet is asked: it is among `SendPreview.dangers`. */
  readonly needsConsent?: boolean | undefined
}

/**
 * A loss that the person can suffer. `lookalike`: the address looks like one they know. `mayRepeat`: an earlier send to it may have gone
 * through. `repeats`: it did. `lost`: nobody can use what is sent there. `losesMore`: a trial run takes `losses` as well.
 */
export interface SendDanger extends Danger {
  readonly kind: 'lookalike' | 'mayRepeat' | 'repeats' | 'lost' | 'losesMore'
  /** Name of the address that it looks like, as the person calls it. */
  readonly name?: string
  readonly losses?: readonly BalanceChange[]
}

/** A send that was checked against the chain. */
export interface SendPreview extends FeeForecast {
  readonly token: Holding
  readonly amount: Amount
  /** Decimal string in the currency. */
  readonly worth?: string | undefined
  readonly receiver: {
    readonly address: string
    readonly name?: string | undefined
    readonly origin?: NameOrigin | undefined
  }
  /** The most that can be charged. */
  readonly fee: Amount
  readonly feeWorth?: string | undefined
  readonly likelyFeeWorth?: string | undefined
  /** Absent when the chain cannot predict. */
  readonly changes?: readonly BalanceChange[] | undefined
  readonly warnings: readonly SendWarning[]
  /** The person has to accept each of them before the wallet is asked. */
  readonly dangers: readonly SendDanger[]
  readonly feeLevel: FeeLevel
  /** Milliseconds since the epoch. */
  readonly preparedAt: number
}

/** What was handed to the chain, or to a wallet that did not say what it made of it. */
export interface SentTransaction {
  /** `undefined` when the wallet has named no transaction: something may have been sent all the same. */
  readonly id: string | undefined
  readonly networkId: NetworkId
  readonly explorerUrl?: string | undefined
  readonly amount: Amount
  readonly receiver: { readonly address: string; readonly name?: string | undefined }
  /** The most that the network could charge. */
  readonly fee?: Amount | undefined
  /** Milliseconds since the epoch. */
  readonly sentAt?: number | undefined
  /** Why it failed, when it did, or what else is to be said. */
  readonly reason?: Words | undefined
  /** How what the chain took compares to what was asked for, as `SendDecision` says it. */
  readonly outcome?: SendDecision['outcome'] | undefined
}

/**
 * `preparing`: checked against the chain. `ready`: the preview can be confirmed. `signing`: the wallet is asked, and
 * nothing else can be sent until it answers. `pending`: the chain has it. `undecided`: nobody could say what became
 * of it.
 */
export type SendPhase =
  | 'editing'
  | 'preparing'
  | 'ready'
  | 'signing'
  | 'pending'
  | 'confirmed'
  | 'failed'
  | 'undecided'

export interface SendState {
  readonly currency: PriceCurrency
  /** Undefined while nothing is connected. */
  readonly target: SendTarget | undefined
  readonly draft: SendDraft
  readonly receiver: SendReceiver
  readonly balances: SendBalances
  /** Price of one whole native coin, a decimal string, for the fee. */
  readonly nativePrice: string | undefined
  /** What can be said of the receiver before the chain is asked. */
  readonly warnings: readonly SendWarning[]
  readonly phase: SendPhase
  readonly preview: SendPreview | undefined
  /** The most that `acceptFee` agrees to, after the chain asked for a fee that no transfer is worth. */
  readonly unreasonableFee: Amount | undefined
  /** The preview changed by itself since it was read: the next `confirm` takes note of it and asks no wallet. */
  readonly isUnread: boolean
  /** The preview is being worked out again. */
  readonly isRefreshing: boolean
  /** Max is being worked out. */
  readonly isMaximizing: boolean
  readonly transaction: SentTransaction | undefined
  /** Why the last step failed. */
  readonly error: BaseError | undefined
  /** What the person should know and is no failure. */
  readonly notice:
    | 'declined'
    | 'targetChanged'
    | 'feeChanged'
    | 'previewChanged'
    | 'tokenNotHeld'
    | 'outstanding'
    | undefined
  /** Another network that the host asked for. */
  readonly wantedNetworkId: NetworkId | undefined
}

export interface RecentReceiver {
  readonly address: string
  readonly name?: string | undefined
}

/** What fills in the draft, has it checked, and sends it. Loaded with the first view. */
export interface SendController {
  /** Fills in what the host gave, once per object. */
  apply(given: SendArguments | undefined): void
  chooseToken(token: Holding): void
  /** @param text as of the kit's amount field: a decimal string with a point */
  setAmount(text: string): void
  /** Token to currency and back, keeping the amount to the last digit. Nothing where there is no price. */
  toggleMode(): void
  /** An address, a name, or a payment link, which fills in token and amount as well. */
  setReceiver(text: string): void
  chooseRecent(recent: RecentReceiver): void
  setFeeLevel(level: FeeLevel): void
  /** Everything that can be sent, with the fee and deposits kept back. */
  setMaximum(): Promise<void>
  /** Those this app sent to before, newest first, of the active namespace. */
  recents(): readonly RecentReceiver[]
  loadBalances(options?: { fresh?: boolean }): Promise<void>
  /**
   * Has the draft checked, priced and simulated, and shows the preview. The name is resolved once more. False when that
   * failed; `state.error` says why.
   * @throws BaseError `SEND_INCOMPLETE`, `SEND_TOKEN_MISSING`, `UNSUPPORTED_CHAIN`, and `ACTIVE_NETWORK_MISSING` while
   *   nothing is connected.
   */
  preview(): Promise<boolean>
  /** Previews once more and agrees to a fee of up to `state.unreasonableFee`. Nothing while there is none. */
  acceptFee(): Promise<boolean>
  /**
   * Opens the wallet with what the preview shows. Calls while one is under way, and after it, are the same send. When the
   * preview has changed since it was asked for or last confirmed (a higher fee, another amount, a warning), the wallet
   * stays closed, `state.notice` says what changed, and the next call goes on. A fee that fell, or rose by less than a
   * hundredth and a thousandth of a coin while it was on screen, asks for no second call.
   *
   * @param shown The `state.preview` that was on screen when the person pressed. When another one is there by now that
   *   differs from it, the wallet stays closed too.
   * @param accepted Those of `shown.dangers` that the person accepted. While one is missing, the wallet stays closed, and
   *   `state.error` is `DANGER_NOT_ACCEPTED`.
   */
  confirm(shown?: SendPreview, accepted?: readonly Danger[]): Promise<void>
  /** Stops waiting for a wallet that does not answer. If it sends after all, that is followed and told. */
  forgetRequest(): void
  /** Empties the draft and what came of the last one. Nothing while the wallet is asked. */
  reset(): void
}

export interface SenderService {
  readonly state: SendState
  /**
   * Shows the form, filled in with what is given. Shows the ways to connect while nothing is connected, and the networks
   * of the app where the chain cannot send.
   * @throws NetworkError `NETWORK_NOT_FOUND` for a network the host does not list
   */
  open(given?: SendArguments): Promise<void>
  load(): Promise<SendController>
}

/** Sending, as state and actions. Views of `@latchkey/plugin-send/react` show it; a host may show it by its own. */
export const Sender = token<SenderService>('latchkey.sender', { package: '@latchkey/plugin-send' })
