const signingDomain = [0xff, ...new TextEncoder().encode('solana offchain')]
const headLength = 85
const headLengthOf1 = 50
/** Bytes of the longest message, its head included, in the formats that hardware wallets sign. */
const longest = 1232

/**
 * The off-chain message of version 0 that a hardware wallet signs in place of a text: for no application, of this one account.
 *
 * @param text UTF-8
 * @param publicKey 32 bytes
 * @returns `undefined` where the text is too long for one
 */
function offchainMessage(text: Uint8Array, publicKey: Uint8Array): Uint8Array | undefined {
  if (headLength + text.length > longest) return undefined
  const isPlain = text.every((byte) => byte >= 0x20 && byte <= 0x7e)
  return Uint8Array.from([
    ...signingDomain,
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

/**
 * The off-chain message of version 1 of a text (SRFC 3; `@solana/offchain-messages` 8.4), of this one account: what wallets with
 * `solana:signOffchainMessage` sign.
 *
 * @param text UTF-8
 * @param publicKey 32 bytes
 */
function offchainMessage1(text: Uint8Array, publicKey: Uint8Array): Uint8Array {
  const message = new Uint8Array(headLengthOf1 + text.length)
  message.set([...signingDomain, 1, 1, ...publicKey])
  message.set(text, headLengthOf1)
  return message
}

/** The text of an off-chain message of this account alone, of either version; `undefined` for any other bytes. */
export function readOffchainMessage(bytes: Uint8Array, publicKey: Uint8Array): Uint8Array | undefined {
  const isSame = (made: Uint8Array | undefined) =>
    made?.length === bytes.length && made.every((byte, at) => byte === bytes[at])
  const [text, text1] = [bytes.slice(headLength), bytes.slice(headLengthOf1)]
  if (text.length > 0 && isSame(offchainMessage(text, publicKey))) return text
  return text1.length > 0 && isSame(offchainMessage1(text1, publicKey)) ? text1 : undefined
}
