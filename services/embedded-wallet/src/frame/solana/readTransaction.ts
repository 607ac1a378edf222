import {
  assertIsTransactionWithinSizeLimit,
  getCompiledTransactionMessageDecoder,
  getCompiledTransactionMessageEncoder,
  getTransactionDecoder,
} from '@solana/kit'

/** The fields that SIMD-0385 gives version 1. */
const knownMask = 0b11111

/**
 * Reads a transaction of any version that kit knows, in one way only. kit passes over bits of the mask that it doesn't know, and
 * over bytes behind a message: a network that has a meaning for them would do something else than is shown.
 *
 * @throws Error for what is no transaction
 */
export function readTransaction(bytes: Uint8Array) {
  const decoded = getTransactionDecoder().decode(bytes)
  assertIsTransactionWithinSizeLimit(decoded)
  const message = getCompiledTransactionMessageDecoder().decode(decoded.messageBytes)
  if (message.version === 1 && (message.configMask & ~knownMask) !== 0) {
    throw new Error('It states something that version 1 does not have.')
  }
  const again = getCompiledTransactionMessageEncoder().encode(message)
  const isWhole =
    again.length === decoded.messageBytes.length &&
    again.every((byte, index) => byte === decoded.messageBytes[index])
  if (!isWhole) throw new Error('It can be read in another way.')
  return { decoded, message }
}
