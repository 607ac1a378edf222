import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'

const prefix = utf8ToBytes('<Bytes>')
const postfix = utf8ToBytes('</Bytes>')
const ethereumPrefix = utf8ToBytes('\u0019Ethereum Signed Message:\n')

const startsWith = (bytes: Uint8Array, start: Uint8Array) =>
  start.every((byte, index) => bytes[index] === byte)

const isWrapped = (bytes: Uint8Array) =>
  bytes.length >= prefix.length + postfix.length &&
  startsWith(bytes, prefix) &&
  startsWith(bytes.slice(-postfix.length), postfix)

/** Wraps data as `<Bytes>…</Bytes>`, so that it can be no transaction, unless it already is or is Ethereum's. */
export function wrapBytes(bytes: Uint8Array): Uint8Array {
  return isWrapped(bytes) || startsWith(bytes, ethereumPrefix) ? bytes : concatBytes(prefix, bytes, postfix)
}
