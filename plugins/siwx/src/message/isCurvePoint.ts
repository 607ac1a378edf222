/** The field of secp256k1 (SEC 2, section 2.4.1). */
const prime = 2n ** 256n - 2n ** 32n - 977n

/**
 * Whether 32 bytes are the x coordinate of a point of secp256k1, as the key of a taproot output must be (BIP-340, lift_x):
 * x³ + 7 must have a square root. No signature spends what is sent to any other.
 */
export function isCurvePoint(bytes: Uint8Array): boolean {
  const x = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
  if (x >= prime) return false
  // Euler's criterion: of a square, half the order of the field's group makes 1.
  return power((x * x * x + 7n) % prime, (prime - 1n) / 2n) === 1n
}

/** By repeated squaring. */
function power(base: bigint, exponent: bigint): bigint {
  if (exponent === 0n) return 1n
  const rest = power((base * base) % prime, exponent >> 1n)
  return exponent & 1n ? (rest * base) % prime : rest
}
