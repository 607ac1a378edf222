import { type BaseError, type NamespaceId, type NetworkId, token } from '@latchkey/kernel/plugin'
import type { OnrampAsset, OnrampCurrency, OnrampQuote, PaymentMethod } from './OnrampProvider.js'
import type { Purchase } from './purchases.js'
import type { BuyArguments } from './routes.js'

/** Who receives what is bought, and where. */
export interface OnrampTarget {
  readonly namespace: NamespaceId
  readonly address: string
  /** The network on which it is delivered. */
  readonly networkId: NetworkId
  readonly networkName: string
  /** The active network, where nothing can be bought on that one. */
  readonly insteadOf?: string
  readonly isSmartAccount: boolean
}

/** What one provider has to say to what the form says. */
export interface OnrampOffer {
  readonly providerId: string
  readonly name: string
  readonly icon?: string
  readonly feeLabel?: string
  /** `none`: it tells no price here, only on its page. `failed`: see `error`; it can't be chosen. */
  readonly status: 'loading' | 'quoted' | 'none' | 'failed'
  readonly quote?: OnrampQuote
  /** Of all quotes, the person receives the most by this one. */
  readonly isBest?: boolean
  /**
   * How much less it gives, after all fees, than the same money buys at the market price, in thousandths of the payment.
   * Absent when `Prices` has no price, and when the offer gives as much or more.
   */
  readonly belowMarket?: bigint
  readonly error?: BaseError
}

export interface OnrampState {
  readonly target: OnrampTarget | undefined
  /** ISO 3166-1, two letters. */
  readonly country: string
  /** ISO 4217. */
  readonly currency: string
  readonly method: PaymentMethod
  /** As typed. */
  readonly amountText: string
  readonly asset: OnrampAsset | undefined
  readonly options: {
    readonly status: 'idle' | 'loading' | 'ready'
    readonly currencies: readonly OnrampCurrency[]
    readonly assets: readonly OnrampAsset[]
  }
  readonly offers: readonly OnrampOffer[]
  /** Id of the provider that the person chose; absent for the best offer. */
  readonly chosen: string | undefined
  readonly isQuoting: boolean
  /** The provider's page is being made. */
  readonly isOpening: boolean
  /** Newest first. */
  readonly purchases: readonly Purchase[]
  /** Purchases that are being looked for. */
  readonly watched: readonly string[]
  /** Purchases whose page could not be shown in a window of its own, by the browser's decision. */
  readonly blocked: readonly string[]
  readonly error: BaseError | undefined
}

export interface OnrampController {
  /** Fills in what a form was opened with. */
  apply(given: BuyArguments | undefined): void
  /** Asks for quotes, and again before they are too old, until the returned function is called. */
  watch(): () => void
  setAmount(text: string): void
  setCurrency(code: string): void
  setCountry(code: string): void
  setMethod(method: PaymentMethod): void
  setAsset(asset: OnrampAsset): void
  choose(providerId: string): void
  retry(): void
  /** Opens the provider's page. Call it in the handler of a click: a browser opens no window later. */
  buy(): void
  /** Opens the page of a purchase once more, in a window, or in this tab. Call it in the handler of a click. */
  openPage(id: string, place: 'window' | 'tab'): void
  /** Looks for a purchase for three more minutes. */
  lookFor(id: string): void
  forget(id: string): void
}

export interface OnrampService {
  readonly state: OnrampState
  /** Loads what does the work. */
  load(): Promise<OnrampController>
  /** Opens the form, filled in where said. */
  open(given?: BuyArguments): Promise<void>
}

export const Onramp = token<OnrampService>('latchkey.onramp', { package: '@latchkey/plugin-onramp' })
