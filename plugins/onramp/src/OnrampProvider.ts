import { extensionPoint, KernelError, type NetworkId } from '@latchkey/kernel/plugin'

/** How the provider is paid: by card, or from a bank account. */
export type PaymentMethod = 'card' | 'bank'

/** Something that can be bought. */
export interface OnrampAsset {
  /** CAIP-2 of the network on which it is delivered. */
  readonly networkId: NetworkId
  /** Contract, mint or asset id in the namespace's own form; absent for the native coin. */
  readonly address?: string
  /** Untrusted text, like `name`. */
  readonly symbol: string
  readonly name?: string
}

/** What may be paid by one method. Decimal strings in the currency; both are allowed amounts. */
export interface OnrampLimit {
  readonly method: PaymentMethod
  readonly minimum: string
  readonly maximum: string
}

export interface OnrampCurrency {
  /** ISO 4217. */
  readonly code: string
  readonly limits: readonly OnrampLimit[]
}

export interface OnrampOptions {
  readonly currencies: readonly OnrampCurrency[]
  readonly assets: readonly OnrampAsset[]
}

export interface OnrampOptionsRequest {
  readonly networkId: NetworkId
  /** ISO 3166-1, two letters. */
  readonly country: string
  readonly signal: AbortSignal
}

/** What a person wants to buy. */
export interface OnrampRequest extends OnrampOptionsRequest {
  readonly asset: OnrampAsset
  /** Who receives it, in the namespace's own form. */
  readonly address: string
  /** ISO 4217. */
  readonly currency: string
  /** Everything that is paid, fees included. Decimal string in the currency. */
  readonly amount: string
  readonly method: PaymentMethod
}

export interface OnrampFee {
  readonly kind: 'provider' | 'network' | 'other'
  /** Decimal string in the currency that is paid. */
  readonly amount: string
}

/** What a provider offers. It is checked before anybody sees it. */
export interface OnrampQuote {
  readonly id?: string
  readonly asset: OnrampAsset
  readonly currency: string
  /** All that is paid: `subtotal` and every fee. */
  readonly total: string
  /** What is exchanged. */
  readonly subtotal: string
  readonly fees: readonly OnrampFee[]
  /** What arrives, in whole units of the asset. Decimal string. */
  readonly receives: string
  /** Milliseconds since the epoch; after that it is asked again and never used. */
  readonly validUntil: number
}

/** A page of the provider on which the person pays, made for one purchase. */
export interface OnrampSession extends Pick<OnrampRequest, 'address' | 'amount' | 'currency' | 'asset'> {
  /** What the provider calls the purchase. */
  readonly id: string
  /** HTTPS, on one of the provider's origins. */
  readonly url: string
}

/** What the provider says. Only the chain decides whether something arrived. */
export interface OnrampStatus {
  readonly state: 'waiting' | 'paid' | 'delivered' | 'failed' | 'refunded'
  /** The transactions that deliver it, where the provider tells. */
  readonly transactionIds?: readonly string[]
}

/** A loaded provider. */
export interface OnrampSource {
  /** What is sold where. Absent: the network's own coin, for the usual currencies and limits. */
  options?(request: OnrampOptionsRequest): Promise<OnrampOptions>
  /** Absent: the price is told on the provider's page only. Never invent one. */
  quote?(request: OnrampRequest): Promise<OnrampQuote>
  /** Makes the page on which the person pays. */
  open(request: OnrampRequest & { readonly quoteId?: string }): Promise<OnrampSession>
  status?(request: { readonly id: string; readonly signal: AbortSignal }): Promise<OnrampStatus>
}

/** A provider, as a plugin registers it. `hostedOnramp` and `linkOnramp` make the usual ones. */
export interface OnrampProviderContribution {
  readonly id: string
  /** As shown to the person. */
  readonly name: string
  /** Unchecked: shown through `<img>` only, after the shell's check of pictures. */
  readonly icon?: string
  /** What it says that it takes, such as `1–2%`. A label; nothing is computed from it. */
  readonly feeLabel?: string
  /** Where its pages are. A page elsewhere is not opened. */
  readonly origins: readonly string[]
  /** Place among providers whose offers are equal, 100 when absent. */
  readonly order?: number
  /** Whether it delivers on the network. Asked often: it must not ask anybody else. */
  supports(networkId: NetworkId): boolean
  /** Loads what does the work. */
  load(): Promise<OnrampSource>
}

/** The list of providers. */
export const OnrampProvider = extensionPoint<OnrampProviderContribution>('latchkey.onramp.provider/1', {
  check(entry) {
    const { id, name, origins, supports, load } = entry as Partial<OnrampProviderContribution>
    const isSound =
      typeof name === 'string' &&
      Array.isArray(origins) &&
      typeof supports === 'function' &&
      typeof load === 'function'
    if (isSound) return
    throw new KernelError(`The provider "${id}" lacks a name, origins, supports() or load().`, {
      code: 'CONTRIBUTION_INVALID',
    })
  },
  contain: { supports: false },
})
