export { latchkeyConnector } from './latchkeyConnector.js'
export type { LatchkeyConnector, WagmiConfig } from './wagmiTypes.js'
