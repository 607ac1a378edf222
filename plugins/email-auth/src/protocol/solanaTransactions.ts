/** Versions of Solana transactions that the frame shows and signs. 1 is SIMD-0385, on the main network since 2026-09-15. */
export const solanaTransactionVersions: readonly ('legacy' | number)[] = Object.freeze(['legacy', 0, 1])

/** Bytes of the largest one (SIMD-0296). */
export const mostSolanaTransactionBytes = 4_096
