import { concat } from './bytes.js'

const headLength = 85
/** Bytes of the longest message, its head included, in the formats that hardware wallets sign. */
const longestWhole = 1232

/**
 * Solana's off-chain message, version 0, around a text, as hardware wallets sign it (Solana's specification of off-chain message
 * signing): signing domain, version, an application domain of zeros, format (0: ASCII without line breaks, 1: UTF-8), one signer,
 * length, text. It is made from the text and the account alone, so that a signature over it says exactly that text.
 *
 * @param text UTF-8
 * @param publicKey 32 bytes
 * @returns `undefined` for what the specification has no such message for: no text, or one of more than 1147 bytes
 */
export function toOffchainMessage(text: Uint8Array, publicKey: Uint8Array): Uint8Array | undefined {
  if (text.length === 0 || headLength + text.length > longestWhole || publicKey.length !== 32)
    return undefined
  const isPlain = text.every((byte) => byte >= 0x20 && byte <= 0x7e)
  return concat(
    Uint8Array.of(0xff),
    new TextEncoder().encode('solana offchain'),
    Uint8Array.of(0),
    new Uint8Array(32),
    Uint8Array.of(isPlain ? 0 : 1, 1),
    publicKey,
    Uint8Array.of(text.length & 0xff, text.length >> 8),
    text,
  )
}
