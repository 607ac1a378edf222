export { coinGecko, type CoinGeckoOptions } from './coinGecko.js'
export { defiLlama, type DefiLlamaOptions } from './defiLlama.js'
export { localCurrency } from './localCurrency.js'
export {
  type Priced,
  type PriceReader,
  type PriceReading,
  type PriceReadRequest,
  type PriceSource,
  priceSource,
  type PriceTools,
} from './PriceSource.js'
export { prices, type PricesOptions } from './prices.js'
export { servicePrices } from './servicePrices.js'
