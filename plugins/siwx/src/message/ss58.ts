import { blake2b } from '@noble/hashes/blake2.js'
import { base58 } from '@scure/base'

/** A decoded SS58 address. `publicKey` is 32 bytes, or 33 for an ECDSA key; short account indexes are 1 to 8. */
export interface Ss58Address {
  readonly prefix: number
  readonly publicKey: Uint8Array
}

const PREAMBLE = new TextEncoder().encode('SS58PRE')
const RESERVED_PREFIXES: readonly number[] = [46, 47]

/** Body length to checksum length, as Substrate's SS58 fixes them. */
const CHECKSUM_LENGTHS: Readonly<Record<number, number>> = { 1: 1, 2: 1, 4: 1, 8: 1, 32: 2, 33: 2 }

function checksum(data: Uint8Array): Uint8Array {
  return blake2b.create({ dkLen: 64 }).update(PREAMBLE).update(data).digest()
}

/** Reads an SS58 address of any prefix and checks its checksum. Undefined when it is not one. */
export function decodeSs58(address: string): Ss58Address | undefined {
  if (address.length < 3 || address.length > 64) return undefined
  let data: Uint8Array
  try {
    data = base58.decode(address)
  } catch {
    return undefined
  }
  const first = data[0] ?? 128
  if (first >= 128) return undefined
  const prefixLength = first & 64 ? 2 : 1
  const bodyLength = bodyLengthOf(data.length - prefixLength)
  if (bodyLength === undefined) return undefined
  const checksumLength = CHECKSUM_LENGTHS[bodyLength] ?? 0
  const end = prefixLength + bodyLength
  const prefix = readPrefix(data, prefixLength)
  // The reserved ones were left out of the format for good, and a number has one form only.
  if (RESERVED_PREFIXES.includes(prefix) || (prefixLength === 2 && prefix < 64)) return undefined
  const hash = checksum(data.subarray(0, end))
  for (let index = 0; index < checksumLength; index++) {
    if (data[end + index] !== hash[index]) return undefined
  }
  return { prefix, publicKey: data.slice(prefixLength, end) }
}

function bodyLengthOf(rest: number): number | undefined {
  for (const [body, check] of Object.entries(CHECKSUM_LENGTHS)) {
    if (Number(body) + check === rest) return Number(body)
  }
  return undefined
}

function readPrefix(data: Uint8Array, length: number): number {
  const first = data[0] ?? 0
  const second = data[1] ?? 0
  return length === 1 ? first : ((first & 63) << 2) | (second >> 6) | ((second & 63) << 8)
}

/**
 * Writes an SS58 address. Throws RangeError for a prefix outside 0 to 16383, for the reserved 46 and 47, and
 * for a key of a length SS58 has no form for.
 */
export function encodeSs58(publicKey: Uint8Array, prefix = 42): string {
  const checksumLength = CHECKSUM_LENGTHS[publicKey.length]
  if (checksumLength === undefined) throw new RangeError(`SS58 has no form for ${publicKey.length} bytes`)
  const valid = Number.isInteger(prefix) && prefix >= 0 && prefix <= 16_383
  if (!valid || RESERVED_PREFIXES.includes(prefix)) throw new RangeError(`${prefix} is not an SS58 prefix`)
  const head =
    prefix < 64 ? [prefix] : [((prefix & 0b1111_1100) >> 2) | 64, (prefix >> 8) | ((prefix & 3) << 6)]
  const body = new Uint8Array([...head, ...publicKey])
  return base58.encode(new Uint8Array([...body, ...checksum(body).subarray(0, checksumLength)]))
}

/** Whether two SS58 addresses hold one public key, whatever their prefixes. */
export function isSameSs58(one: string, other: string): boolean {
  const first = decodeSs58(one)?.publicKey
  const second = decodeSs58(other)?.publicKey
  if (!first || !second || first.length !== second.length) return false
  return first.every((byte, index) => byte === second[index])
}
