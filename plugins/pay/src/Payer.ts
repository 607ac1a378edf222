import type { Amount, FeeForecast, SendNotice } from '@latchkey/kernel/contracts'
import { type BaseError, type NetworkId, token, type Words } from '@latchkey/kernel/plugin'
import type { Danger } from '@latchkey/kernel/transaction'
import type { WalletTarget } from '@latchkey/kernel/wallet'
import type { Bill } from './bill/Bill.js'
import type { ExchangeContribution } from './Exchange.js'

/**
 * What a bill came to. `paid`: the chain has confirmed it. `failed`: the chain refused it, and nothing was paid.
 * `undecided`: a wallet was asked and nobody can say whether it paid. `reported`: an exchange or a wallet says that it paid, and the
 * chain hasn't been asked: have the server verify it. `cancelled`: the person left before anything was asked.
 */
export interface PaymentOutcome {
  readonly billId: string
  readonly status: 'paid' | 'failed' | 'undecided' | 'reported' | 'cancelled'
  readonly networkId: NetworkId
  /** Hash, signature or id: what the server verifies. */
  readonly transaction?: string
  /** Who paid, in the network's own form. Absent when an exchange did. */
  readonly payer?: string
  /** Id of the exchange that paid. */
  readonly exchange?: string
}

/** Who pays. */
export interface PayTarget extends WalletTarget {
  readonly networkName: string
  /** Untrusted text. */
  readonly walletName: string
  readonly walletIcon?: string | undefined
}

/** Something that a bill can be paid with. */
export interface PaymentWay {
  /** `asset`: what the bill asks for. `swap`: another token, swapped first. */
  readonly kind: 'asset' | 'swap'
  /** What the receiver gets: the bill's asset or an alternative's, CAIP-2 or CAIP-19. */
  readonly pays: string
  /** The asset's symbol there. Untrusted text. */
  readonly paysSymbol: string
  readonly networkId: NetworkId
  readonly networkName: string
  /** Contract, mint or asset id; absent for the coin. */
  readonly address?: string | undefined
  readonly name: string
  readonly icon?: string | undefined
  /** What the account holds. Absent when it couldn't be read. */
  readonly balance?: Amount | undefined
  /** False when less is held than the bill asks for. Of a swap only the offer tells. */
  readonly isEnough: boolean
}

/** A payment that was checked against the chain. */
export interface PaymentPreview extends FeeForecast {
  readonly way: PaymentWay
  /** What the receiver gets, to the last unit. */
  readonly pays: Amount
  readonly receiver: string
  /** What is swapped for it at most. Only with `way.kind` `swap`. */
  readonly sells?: Amount | undefined
  /** The most that the network can charge. */
  readonly fee: Amount
  readonly notices: readonly SendNotice[]
  /** How often the wallet will open. */
  readonly steps: number
  /** All happens or nothing does. */
  readonly isAtomic: boolean
  /**
   * Only the swap is confirmed now. Once the network has it, the payment of the exact sum is checked and shown, to be
   * confirmed by itself: networks where a swap can't take the payment into its own transaction.
   */
  readonly isSwapFirst: boolean
  /**
   * An earlier swap for this bill was done, or may have been, and `PayState.swap` says so: ask before this one. A `confirm` of a
   * preview that doesn't say it asks no wallet.
   */
  readonly isSecondSwap: boolean
  /** Milliseconds since the epoch. */
  readonly preparedAt: number
}

/**
 * `choosing`: the person chooses what to pay with. `preparing`, `ready`: the payment is checked, and can be confirmed.
 * `asking`: the wallet is asked. `swapping`: the network has the swap that comes before the payment, or the payment is checked with what it brought. `pending`: the chain has it, or an exchange. The rest as `PaymentOutcome` says.
 */
export type PayPhase =
  | 'idle'
  | 'choosing'
  | 'preparing'
  | 'ready'
  | 'asking'
  | 'swapping'
  | 'pending'
  | Exclude<PaymentOutcome['status'], 'cancelled'>

/** A swap for the bill that may have been done, or may still be. */
export interface OpenSwap {
  /** `asked`: a wallet hasn't answered. `sent`: the chain has it. `unclear`: nobody can say what became of it. */
  readonly status: 'asked' | 'sent' | 'unclear'
  /** When the wallet was asked, in milliseconds since the epoch. */
  readonly askedAt: number
  readonly explorerUrl?: string | undefined
  /** What the wallet or the chain says of it. */
  readonly reason?: Words | undefined
}

export interface PayState {
  readonly phase: PayPhase
  readonly bill: Bill | undefined
  /** The bill's amount, as people read it: see `Amount.moved`. */
  readonly amount: Amount | undefined
  readonly networkId: NetworkId | undefined
  readonly networkName: string | undefined
  /** Undefined while no wallet of the bill's namespace is connected. */
  readonly target: PayTarget | undefined
  readonly ways: {
    readonly status: 'loading' | 'ready' | 'error'
    readonly list: readonly PaymentWay[]
    readonly error?: BaseError | undefined
  }
  readonly preview: PaymentPreview | undefined
  /** An earlier swap for the bill that nobody waits for any more. */
  readonly swap: OpenSwap | undefined
  readonly transaction: string | undefined
  readonly explorerUrl: string | undefined
  /** When the wallet or the exchange was asked, in milliseconds since the epoch. */
  readonly askedAt: number | undefined
  /** The most that the network can charge for it. Absent where several transactions pay, and after a reload. */
  readonly fee: Amount | undefined
  /** The exchange that is asked, and its page. */
  readonly exchange:
    | { readonly id: string; readonly name: string; readonly url?: string | undefined }
    | undefined
  /** The receiver is the account itself: an exchange sends something to it. */
  readonly isDeposit: boolean
  readonly error: BaseError | undefined
  /** Why it failed, where the chain says so. */
  readonly reason: Words | undefined
  readonly notice: 'declined' | 'changed' | 'swapped' | undefined
}

/** What an exchange can be asked to send to the account. */
export interface DepositAsset {
  /** CAIP-2 or CAIP-19. */
  readonly asset: string
  readonly name: string
  readonly icon?: string | undefined
  readonly decimals: number
  /** Untrusted text. */
  readonly symbol: string
}

/** What reads a bill, has its payment checked, and pays it. Loaded with the first view. */
export interface PayController {
  /** Checks the payment by a way, for the preview. False when it can't be paid so; `state.error` says why. */
  choose(way: PaymentWay): Promise<boolean>
  /**
   * Opens the wallet with what the preview shows, once for each bill in all tabs of the site. When the preview has changed
   * since, the wallet stays closed and `state.notice` says so.
   *
   * @param shown The `state.preview` that was on screen when the person pressed.
   * @param accepted Those of `paymentDangers(shown)` that the person accepted.
   * @throws BaseError `DANGER_NOT_ACCEPTED` while one is missing
   */
  confirm(shown?: PaymentPreview, accepted?: readonly Danger[]): Promise<void>
  /** Opens the page of an exchange. Call it in the click: browsers block other windows. */
  payByExchange(exchange: ExchangeContribution): Promise<void>
  /** What listed exchanges can send to the active account on its network: the coin, and tokens that the account holds. */
  readDepositAssets(): Promise<readonly DepositAsset[]>
  /**
   * Opens the page of an exchange that sends something to the active account. Call it in the click handler. The outcome is
   * `reported`, never `paid`: the balance shows what arrived.
   *
   * @param amount Decimal string in whole coins or tokens.
   * @throws BaseError `PAY_WALLET_GONE`, `PAY_DEPOSIT_UNFIT` when the account is for inscriptions or only watched,
   *   `PAY_NETWORK_OTHER` when the wallet has left the asset's network, and what `PayService.pay` throws.
   */
  deposit(exchange: ExchangeContribution, asset: DepositAsset, amount: string): Promise<void>
  /** Looks once more for what became of a payment that nobody could tell of. */
  lookUp(): Promise<void>
  /** Stops waiting for a wallet that doesn't answer. What it does later is followed all the same. */
  forgetRequest(): void
  /** Back to the choice, while nothing was asked. */
  back(): void
}

export interface PayService {
  readonly state: PayState
  /**
   * Shows a bill and resolves when it is decided. The same bill asked for a hundred times is one payment: while it is under way all calls
   * get its outcome, and one that was paid resolves at once.
   *
   * @param bill A bill, or a payment link (EIP-681, Solana Pay, BIP-21) with an amount; a link is a new bill unless `id` names one, or the link has
   *   references of Solana Pay: the id is then made of these and the memo.
   * @throws BaseError `PAY_BILL_INVALID`, `PAY_BILL_CHANGED` when the id was asked for with another sum, asset or receiver,
   *   `PAY_LINK_REFUSED`, `PAY_BUSY` while a wallet or an exchange is asked for another bill, and `NETWORK_NOT_FOUND` for a network
   *   that the host doesn't list.
   */
  pay(bill: Bill | string, options?: { readonly id?: string }): Promise<PaymentOutcome>
  load(): Promise<PayController>
}

/** Paying bills, as state and actions. Views of `@latchkey/plugin-pay/react` show it; a host may show it by its own. */
export const Payer = token<PayService>('latchkey.payer', { package: '@latchkey/plugin-pay' })
