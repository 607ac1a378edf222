/**
 * Factor of a token's amounts before people read them, as a fraction of two positive whole numbers: a token
 * of ERC-8056, or a mint of Token-2022 with scaled amounts or interest.
 */
export interface Multiplier {
  readonly numerator: bigint
  readonly denominator: bigint
}
