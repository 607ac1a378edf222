/** An amount of one asset in its smallest unit, with what is needed to show it. */
export interface Amount {
  /** In the smallest unit: wei, lamports, satoshi, planck, or the token's own. */
  readonly value: bigint
  /**
   * What the chain moves, in the same unit, of a token whose amounts are multiplied before people read them (ERC-8056, Token-2022);
   * `value` is then what people read. Compute with this what goes into a transaction. Absent: both are the same.
   */
  readonly moved?: bigint
  readonly decimals: number
  readonly symbol: string
}
