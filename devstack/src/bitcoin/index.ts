export type { FeeRates } from './feeRates.js'
export { regtest, regtestChainId } from './regtest.js'
export { type BitcoinStack, type StartBitcoinOptions, startBitcoin } from './startBitcoin.js'
