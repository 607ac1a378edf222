import { concat, isEqualBytes } from './bytes.js'

const signingDomain = concat(Uint8Array.of(0xff), new TextEncoder().encode('solana offchain'))
const headLength = 85
const headLengthOf1 = 50
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
    signingDomain,
    Uint8Array.of(0),
    new Uint8Array(32),
    Uint8Array.of(isPlain ? 0 : 1, 1),
    publicKey,
    Uint8Array.of(text.length & 0xff, text.length >> 8),
    text,
  )
}

/**
 * The same of version 1 (SRFC 3; `@solana/offchain-messages` 8.4): signing domain, version, one signer, text. The wallets with the
 * feature `solana:signOffchainMessage` (Wallet Standard, `@solana/wallet-standard-features` 1.4) sign it.
 *
 * @param text UTF-8
 * @param publicKey 32 bytes
 * @returns `undefined` without a text
 */
export function toOffchainMessage1(text: Uint8Array, publicKey: Uint8Array): Uint8Array | undefined {
  if (text.length === 0 || publicKey.length !== 32) return undefined
  return concat(signingDomain, Uint8Array.of(1, 1), publicKey, text)
}

/** Every off-chain message that says this text and nothing else, for this account. */
export const offchainMessagesOf = (text: Uint8Array, publicKey: Uint8Array): readonly Uint8Array[] =>
  [toOffchainMessage(text, publicKey), toOffchainMessage1(text, publicKey)].flatMap((one) => one ?? [])

/**
 * The text of an off-chain message of this account alone, or `undefined` for any other bytes: what is read is made again and
 * compared.
 */
export function readOffchainMessage(bytes: Uint8Array, publicKey: Uint8Array): Uint8Array | undefined {
  for (const length of [headLength, headLengthOf1]) {
    const text = bytes.slice(length)
    if (offchainMessagesOf(text, publicKey).some((one) => isEqualBytes(one, bytes))) return text
  }
  return undefined
}
