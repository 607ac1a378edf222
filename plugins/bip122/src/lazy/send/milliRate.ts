/** One satoshi per virtual byte, as a rate. */
export const satoshiAByte = 1_000n

/**
 * A rate in thousandths of a satoshi per virtual byte, which are the satoshis per 1,000 bytes that nodes count in. What is finer is
 * rounded up, but for what a float adds of itself.
 */
// no money: a rate
export const milliRate = (rate: number): bigint => BigInt(Math.ceil(Math.round(rate * 1e9) / 1e6))

/** Satoshis for so many bytes: a part of one counts whole, as nodes count it. */
export function feeAt(milli: bigint, size: bigint): bigint {
  const thousandths = milli * size
  return thousandths <= 0n ? thousandths / 1_000n : (thousandths + 999n) / 1_000n
}
