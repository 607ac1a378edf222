/** 2^128 − 1: chains keep balances in 128 bits (`Balance` of their runtimes). */
export const largestAmount = 2n ** 128n - 1n
