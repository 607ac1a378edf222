export { latchkeyConnector } from './latchkeyConnector.js'
export { type WagmiNetworks, type WagmiNetworksOptions, wagmiNetworks } from './wagmiNetworks.js'
export type { LatchkeyConnector, WagmiConfig } from './wagmiTypes.js'
