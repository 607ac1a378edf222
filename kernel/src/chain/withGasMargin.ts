export interface GasFacts {
  /** Coins for an account without code: nothing runs, so it always takes the same. */
  readonly isPlain: boolean
  /** The most that a block of the network holds. Absent where the network doesn't tell. */
  readonly blockGasLimit?: bigint | undefined
}

/** The most that one transaction may have where EIP-7825 is live: 2^24. */
const transactionCap = 16_777_216n

/**
 * What an EVM transaction may use: half as much again as the node estimated. State moves until the transaction is mined, and the first
 * write to an empty word of storage alone costs 22,100 (EIP-2929): a pool that was used in the last block adds to its prices in the next
 * one only. What isn't used isn't charged. Never more than the network takes: a node that estimates more than the cap of EIP-7825 shows
 * that its network has none.
 *
 * @param estimated gas, by `eth_estimateGas`
 */
export function withGasMargin(estimated: bigint, { isPlain, blockGasLimit }: GasFacts): bigint {
  if (isPlain) return estimated
  const limits = [
    ...(estimated <= transactionCap ? [transactionCap] : []),
    ...(blockGasLimit === undefined ? [] : [blockGasLimit]),
  ]
  const wished = (estimated * 3n) / 2n
  const allowed = limits.reduce((least, limit) => (limit < least ? limit : least), wished)
  return allowed < estimated ? estimated : allowed
}
