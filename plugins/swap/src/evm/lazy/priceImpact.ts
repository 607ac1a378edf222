const whole = 10_000n
/** Below, the probe's own rounding is more than a basis point. */
const exactProbe = 10_000n

/**
 * How much worse a trade's price is than that of a small one over the same pools, in basis points and rounded up. Both
 * prices contain the pools' fees, so these are no part of it. `undefined` when the small trade buys too few units to tell.
 */
export function priceImpactOf(
  { amount, bought }: { readonly amount: bigint; readonly bought: bigint },
  probe: { readonly amount: bigint; readonly bought: bigint | undefined },
): bigint | undefined {
  if (probe.bought === undefined || probe.bought < exactProbe || probe.amount <= 0n) return undefined
  const expected = probe.bought * amount
  const received = bought * probe.amount
  if (received >= expected) return 0n
  return ((expected - received) * whole + expected - 1n) / expected
}
