export { serviceSwaps, type ServiceSwapsOptions } from './serviceSwaps.js'
export { evmSwaps, type EvmSwapsOptions } from './evmSwaps.js'
export type { EvmRouterSlipstream, EvmRouterV2, EvmRouterV3, EvmVenues } from './EvmVenues.js'
