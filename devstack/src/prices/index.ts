export {
  type ListedPrice,
  type PriceServiceFaults,
  type PriceServices,
  type PriceServicesOptions,
  startPriceServices,
} from './startPriceServices.js'
