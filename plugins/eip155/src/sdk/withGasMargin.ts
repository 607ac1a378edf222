const transferGas = 21_000n

/**
 * What a transaction may use: half as much again as the node estimated. State moves until the transaction is mined, and the first
 * write to an empty word of storage alone costs 22,100 (EIP-2929): a pool that was used in the last block adds to its
 * prices in the next one only. What isn't used isn't charged. A plain transfer always takes the same.
 */
export const withGasMargin = (estimated: bigint): bigint =>
  estimated === transferGas ? estimated : (estimated * 3n) / 2n
