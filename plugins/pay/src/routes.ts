import { route } from '@latchkey/kernel/plugin'

/** The bill, and what it can be paid with. Opened by `Payer.pay`. */
export const PayRoute = route('Pay')
/** The payment as it was checked against the chain, before the wallet opens. */
export const PayReviewRoute = route('PayReview')
/** Moves something from an account at an exchange to the wallet. */
export const ExchangeDepositRoute = route('PayWithExchange')
/** The wallet is asked, then the chain. */
export const PayLoadingRoute = route('PayLoading')
