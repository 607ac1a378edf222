import { event } from '@latchkey/kernel/plugin'

interface Facts {
  readonly isSmartAccount: boolean
}

/** A person came to the form. */
export const BuyOpened = event<Facts>('SELECT_BUY_CRYPTO')
/** A person asked what buying is. */
export const BuyHelpOpened = event<Facts>('SELECT_WHAT_IS_A_BUY')
/** A person goes to the page of a provider. `provider` is its name. */
export const BuyProviderSelected = event<Facts & { readonly provider: string }>('SELECT_BUY_PROVIDER')
