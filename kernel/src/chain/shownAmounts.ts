import type { Amount } from '../keys/amount.js'
import type { Multiplier } from '../keys/multiplier.js'

export type { Multiplier }

/** What wallets show of an amount that the chain moves: rounded down. */
export function shownOf(moved: bigint, multiplier: Multiplier | undefined): bigint {
  return multiplier ? (moved * multiplier.numerator) / multiplier.denominator : moved
}

/** The most that can be moved for an amount as shown: rounded down, so that it is never more than what a person typed. */
export function heldOf(shown: bigint, multiplier: Multiplier | undefined): bigint {
  return multiplier ? (shown * multiplier.denominator) / multiplier.numerator : shown
}

/**
 * Whether amounts are still counted as they were when a person read one. Interest that grows meanwhile is less than a thousandth.
 */
export function isSameMultiplier(before: Multiplier | undefined, now: Multiplier | undefined): boolean {
  const [one, other] = [shownOf(10n ** 36n, before), shownOf(10n ** 36n, now)]
  const apart = one > other ? one - other : other - one
  return apart * 1_000n < one
}

/** An amount as people read it, with what the chain moves beside it where that is another number. */
export function shownAmount<A extends Amount>(
  amount: A,
  multiplier: Multiplier | undefined,
): A & Pick<Amount, 'moved'> {
  const { value } = amount
  return multiplier ? { ...amount, value: shownOf(value, multiplier), moved: value } : amount
}
