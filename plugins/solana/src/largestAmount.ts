/** 2^64 − 1: programs keep lamports and units of tokens in 64 bits. */
export const largestAmount = 2n ** 64n - 1n
