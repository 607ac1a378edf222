import type { SwapToken } from '../../SwapSource.js'

/** The mint that stands for SOL in a token account (SPL Token, native mint). */
export const wrappedCoin = 'So11111111111111111111111111111111111111112'
export const coin = { name: 'Solana', symbol: 'SOL', decimals: 9 } as const

/** What stands for a token where a mint is wanted. */
export const mintOf = ({ address }: SwapToken) => address ?? wrappedCoin
