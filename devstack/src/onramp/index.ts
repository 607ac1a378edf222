export type { OnrampOrder, OnrampOutcome } from './createOrders.js'
export {
  bitcoinListings,
  evmListings,
  type OnrampListing,
  polkadotListings,
  solanaListings,
} from './listings.js'
export { type OnrampProviderOptions, type OnrampProviderStack, startOnramp } from './startOnramp.js'
