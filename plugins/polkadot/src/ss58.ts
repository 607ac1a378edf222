import { decodeBase58, encodeBase58 } from '@latchkey/kernel/chain'
import { blake2b512 } from './blake2b.js'

/** An address taken apart. */
export interface Ss58 {
  /** 0 to 16383: which network's form it is written in. */
  readonly prefix: number
  /** 32 bytes for an account, fewer for an index, 33 for a raw secp256k1 key. */
  readonly key: Uint8Array
}

const preimage = new TextEncoder().encode('SS58PRE')
/** Left out of the format for good. */
const reservedPrefixes: readonly number[] = [46, 47]
const highestPrefix = 16_383
const keyLengths: readonly number[] = [1, 2, 4, 8, 32, 33]
/** 33 bytes of key, 2 of prefix and 2 of checksum take 51 characters. Longer text is refused before it is decoded. */
const longestText = 52

const checksumLength = (keyLength: number) => (keyLength >= 32 ? 2 : 1)

function checksum(body: Uint8Array, length: number): Uint8Array {
  return blake2b512(Uint8Array.of(...preimage, ...body)).subarray(0, length)
}

/** Reads an SS58 address of any prefix, or answers `undefined` when it is none. */
export function decodeSs58(text: unknown): Ss58 | undefined {
  if (typeof text !== 'string' || text.length > longestText) return undefined
  const bytes = decodeBase58(text)
  const [first = 0x80, second = 0] = bytes ?? []
  if (!bytes || first > 127) return undefined
  const start = first < 64 ? 1 : 2
  const keyLength = keyLengths.find((length) => start + length + checksumLength(length) === bytes.length)
  if (keyLength === undefined) return undefined
  const prefix = start === 1 ? first : ((first & 0x3f) << 2) | (second >> 6) | ((second & 0x3f) << 8)
  // A number has one form only.
  if (reservedPrefixes.includes(prefix) || (start === 2 && prefix < 64)) return undefined
  const end = start + keyLength
  const expected = checksum(bytes.subarray(0, end), bytes.length - end)
  if (!expected.every((byte, index) => byte === bytes[end + index])) return undefined
  return { prefix, key: bytes.slice(start, end) }
}

/** Whether a number may be the prefix of a network. */
export function isSs58Prefix(prefix: unknown): prefix is number {
  const number = Number.isInteger(prefix) ? (prefix as number) : -1
  return number >= 0 && number <= highestPrefix && !reservedPrefixes.includes(number)
}

/**
 * Writes a key as an address of the network with the prefix.
 *
 * @throws RangeError for a prefix or a key length that the format does not have.
 */
export function encodeSs58(key: Uint8Array, prefix: number): string {
  if (!isSs58Prefix(prefix) || !keyLengths.includes(key.length)) {
    throw new RangeError('No SS58 prefix, or no key.')
  }
  const head =
    prefix < 64 ? [prefix] : [((prefix & 0xfc) >> 2) | 0x40, (prefix >> 8) | ((prefix & 0x03) << 6)]
  const body = Uint8Array.of(...head, ...key)
  return encodeBase58(Uint8Array.of(...body, ...checksum(body, checksumLength(key.length))))
}
