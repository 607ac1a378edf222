import { blake2b } from '@noble/hashes/blake2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'

const preimage = utf8ToBytes('SS58PRE')
const checksumLength = 2
const keyLength = 32

const checksum = (body: Uint8Array) =>
  blake2b(concatBytes(preimage, body), { dkLen: 64 }).slice(0, checksumLength)

/** Writes a 32-byte public key as an SS58 address. @param prefix 0 to 16383 */
export function encodeSs58(publicKey: Uint8Array, prefix: number): string {
  const head =
    prefix < 64
      ? Uint8Array.of(prefix)
      : Uint8Array.of(((prefix & 0xfc) >> 2) | 0x40, (prefix >> 8) | ((prefix & 0x03) << 6))
  const body = concatBytes(head, publicKey)
  return base58.encode(concatBytes(body, checksum(body)))
}

/** Reads the public key of an SS58 address of any prefix, or undefined when it is none. */
export function decodeSs58(address: string): Uint8Array | undefined {
  let bytes: Uint8Array
  try {
    bytes = base58.decode(address)
  } catch {
    return undefined
  }
  const headLength = (bytes[0] ?? 0) & 0x40 ? 2 : 1
  if (bytes.length !== headLength + keyLength + checksumLength) return undefined
  const body = bytes.slice(0, -checksumLength)
  const expected = checksum(body)
  const matches = expected.every((byte, index) => byte === bytes[body.length + index])
  return matches ? body.slice(headLength) : undefined
}
