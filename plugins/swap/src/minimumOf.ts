const whole = 10_000n

/**
 * The least that a swap may give, with slippage in basis points: cut, and at least one unit, so that something is always
 * received. Pure.
 */
export function minimumOf(bought: bigint, slippage: bigint): bigint {
  const least = (bought * (whole - slippage)) / whole
  return least > 0n ? least : 1n
}
