export { serviceSwaps, type ServiceSwapsOptions } from './serviceSwaps.js'
export { evmSwaps, type EvmSwapsOptions } from './evmSwaps.js'
export type {
  EvmPoolV4,
  EvmRouterSlipstream,
  EvmRouterV2,
  EvmRouterV3,
  EvmRouterV4,
  EvmVenues,
} from './EvmVenues.js'
