/**
 * A copy of a serialised Solana transaction (legacy or version 0) with a signature in the signer's place; `undefined`
 * when the key is not among those that must sign.
 */
export function placeSignature(
  transaction: Uint8Array,
  publicKey: Uint8Array,
  signature: Uint8Array,
): Uint8Array | undefined {
  const count = transaction[0] ?? 0
  // More signers than fit into one byte of the length do not fit into a packet either.
  if (count === 0 || count > 0x7f || signature.length !== 64) return undefined
  const message = 1 + count * 64
  const isVersioned = (transaction[message] ?? 0) >= 0x80
  // Header of three bytes, then the number of keys: one byte, since a packet holds fewer than 128.
  const keys = message + (isVersioned ? 1 : 0) + 4
  for (let index = 0; index < count; index += 1) {
    const key = transaction.subarray(keys + index * 32, keys + (index + 1) * 32)
    if (key.length !== 32 || !key.every((byte, at) => byte === publicKey[at])) continue
    const copy = Uint8Array.from(transaction)
    copy.set(signature, 1 + index * 64)
    return copy
  }
  return undefined
}
