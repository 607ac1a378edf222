import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { concat } from '../../message/bytes.js'

export function uint32(value: number): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value, true)
  return bytes
}

export function uint64(value: bigint): Uint8Array {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, value, true)
  return bytes
}

/** CompactSize of a length. */
export function compactSize(value: number): Uint8Array {
  if (value < 0xfd) return Uint8Array.of(value)
  if (value < 0x10000) return Uint8Array.of(0xfd, value & 255, value >> 8)
  return concat(Uint8Array.of(0xfe), uint32(value))
}

/** A byte string with its CompactSize length. */
export function withLength(bytes: Uint8Array): Uint8Array {
  return concat(compactSize(bytes.length), bytes)
}

export function hash256(bytes: Uint8Array): Uint8Array {
  return sha256(sha256(bytes))
}

/** BIP-340 tagged hash. */
export function taggedHash(tag: string, ...parts: readonly Uint8Array[]): Uint8Array {
  const tagHash = sha256(utf8ToBytes(tag))
  return sha256(concat(tagHash, tagHash, ...parts))
}
