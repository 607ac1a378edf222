/** Bytes of the longest text that a hardware wallet signs. */
export const longestOffchain = 1212

/**
 * The envelope of off-chain messages, version 0, around a text (Solana's specification of off-chain message signing): the signing
 * domain, the version, no application domain, the format (0: ASCII without line breaks, 1: UTF-8), one signer, and the length.
 * It is made from the text and the account alone, so that a signature over it says exactly that text.
 */
export function toOffchainMessage(text: Uint8Array, publicKey: Uint8Array): Uint8Array {
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
