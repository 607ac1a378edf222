const headLength = 85
/** Bytes of the longest message, its head included, in the formats that hardware wallets sign. */
const longest = 1232

/**
 * The off-chain message of version 0 that a hardware wallet signs in place of a text: for no application, of this one account.
 *
 * @param text UTF-8
 * @param publicKey 32 bytes
 * @returns `undefined` where the text is too long for one
 */
export function offchainMessage(text: Uint8Array, publicKey: Uint8Array): Uint8Array | undefined {
  if (headLength + text.length > longest) return undefined
  const isPlain = text.every((byte) => byte >= 0x20 && byte <= 0x7e)
  return Uint8Array.from([
    0xff,
    ...new TextEncoder().encode('solana offchain'),
    0,
    ...new Uint8Array(32),
    isPlain ? 0 : 1,
    1,
    ...publicKey,
    text.length & 0xff,
    text.length >> 8,
    ...text,
  ])
}
