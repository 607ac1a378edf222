/** Factor by which people multiply a token's amounts, as a fraction of two positive whole numbers. */
export interface Multiplier {
  readonly numerator: bigint
  readonly denominator: bigint
}

/** Multiplies an amount that the chain moves into the one that people read, rounded down. */
export const shownOf = (moved: bigint, multiplier: Multiplier | undefined): bigint =>
  multiplier ? (moved * multiplier.numerator) / multiplier.denominator : moved
