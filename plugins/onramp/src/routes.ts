import { type NetworkId, route } from '@latchkey/kernel/plugin'

/** What a host wants to be filled in. A person sees all of it and may change it. */
export interface BuyArguments {
  /** Decimal string of what is paid. */
  readonly amount?: string
  /** ISO 4217. */
  readonly currency?: string
  /** Symbol, or contract, mint or asset id. Default the network's coin. */
  readonly asset?: string
  readonly networkId?: NetworkId
}

/** The form, and what each provider offers. */
export const OnrampRoute = route<BuyArguments | undefined>('OnRampProviders')
export const OnrampCurrencyRoute = route('OnRampFiatSelect')
export const OnrampAssetRoute = route('OnRampTokenSelect')
export const OnrampCountryRoute = route('OnRampCountrySelect')
/** One purchase, from the provider's page until it arrives. */
export const BuyInProgressRoute = route<{ readonly id: string }>('BuyInProgress')
export const OnrampActivityRoute = route('OnRampActivity')
export const WhatIsABuyRoute = route('WhatIsABuy')
/** Every way to bring something into the account. */
export const FundWalletRoute = route('FundWallet')
