export { solanaServiceSwaps, type SolanaServiceSwapsOptions } from './solanaServiceSwaps.js'
export { solanaSwaps, type SolanaSwapsOptions } from './solanaSwaps.js'
