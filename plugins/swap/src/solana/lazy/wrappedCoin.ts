/** The mint that stands for SOL in a token account (SPL Token, native mint). */
export const wrappedCoin = 'So11111111111111111111111111111111111111112'
export const coin = { name: 'Solana', symbol: 'SOL', decimals: 9 } as const
