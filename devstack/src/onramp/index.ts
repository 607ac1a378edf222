export type { OnrampOrder, OnrampOutcome } from './createOrders.js'
export { bitcoinListings, evmListings, type OnrampListing, solanaListings } from './listings.js'
export { type OnrampProviderOptions, type OnrampProviderStack, startOnramp } from './startOnramp.js'
