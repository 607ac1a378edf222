export { paymentDangers, type PaymentDanger } from './paymentDangers.js'
export type { Bill, BillAlternative } from './bill/Bill.js'
export {
  PayExchangeSelected,
  PayFailed,
  PayInitiated,
  PayOpened,
  PaySucceeded,
  type PaymentFacts,
} from './events.js'
export { Exchange, type ExchangeContribution, type ExchangeStatus } from './Exchange.js'
export { exchangeDeposits } from './exchangeDeposits.js'
export { linkedExchange, type LinkedExchangeOptions } from './exchange/linkedExchange.js'
export { serviceExchanges, type ServiceExchangesOptions } from './exchange/serviceExchanges.js'
export { pay } from './pay.js'
export {
  type DepositAsset,
  type OpenSwap,
  type PayController,
  Payer,
  type PaymentOutcome,
  type PaymentPreview,
  type PaymentWay,
  type PayPhase,
  type PayService,
  type PayState,
  type PayTarget,
} from './Payer.js'
export {
  PaymentSwap,
  type PaymentSwapContribution,
  type SwapOffer,
  type SwapOfferRequest,
} from './PaymentSwap.js'
export { ExchangeDepositRoute, PayLoadingRoute, PayReviewRoute, PayRoute } from './routes.js'
