export { solanaSwaps, type SolanaSwapsOptions } from './solanaSwaps.js'
