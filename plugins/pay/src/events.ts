import { event, type NetworkId } from '@latchkey/kernel/plugin'

/** What analytics may know of a payment: no addresses. */
export interface PaymentFacts {
  /** The host's own id of the bill. */
  readonly paymentId: string
  /** CAIP-2. */
  readonly network: NetworkId
  /** CAIP-2 or CAIP-19. */
  readonly asset: string
  /** Decimal string in whole coins or tokens. */
  readonly amount: string
}

/** A bill was shown. */
export const PayOpened = event<PaymentFacts>('PAY_MODAL_OPEN')
/** A wallet is about to be asked. */
export const PayInitiated = event<PaymentFacts>('PAY_INITIATED')
/** The chain has confirmed the payment. `transaction` is what the server verifies. */
export const PaySucceeded = event<PaymentFacts & { readonly transaction: string }>('PAY_SUCCESS')
/** It failed in the wallet, on the way to the chain, or on the chain. */
export const PayFailed = event<PaymentFacts & { readonly message: string }>('PAY_ERROR')
/** The page of an exchange was opened. */
export const PayExchangeSelected = event<PaymentFacts & { readonly exchange: string }>(
  'PAY_EXCHANGE_SELECTED',
)
