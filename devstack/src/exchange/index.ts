export {
  type Exchange,
  type ExchangeFault,
  type ExchangeOrder,
  startExchange,
  type StartExchangeOptions,
} from './startExchange.js'
