/**
 * Loads what works out token accounts, with the Solana SDK: for plugins that read or write instructions, in code that is
 * loaded when it is needed.
 */
export const loadSolanaTokens = () => import('./tokens/index.js')

/** Where tokens are, and by which programs. */
export type SolanaTokens = Awaited<ReturnType<typeof loadSolanaTokens>>
