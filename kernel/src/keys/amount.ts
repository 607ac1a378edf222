/** An amount of one asset in its smallest unit, with what is needed to show it. */
export interface Amount {
  /** In the smallest unit: wei, lamports, satoshi, planck, or the token's own. */
  readonly value: bigint
  readonly decimals: number
  readonly symbol: string
}
