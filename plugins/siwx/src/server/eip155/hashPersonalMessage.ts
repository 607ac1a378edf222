import { keccak_256 } from '@noble/hashes/sha3.js'
import { concat } from '../../message/bytes.js'

/** EIP-191 version 0x45: what `personal_sign` signs. The length counts bytes. */
export function hashPersonalMessage(bytes: Uint8Array): Uint8Array {
  const prefix = new TextEncoder().encode(`\u0019Ethereum Signed Message:\n${bytes.length}`)
  return keccak_256(concat(prefix, bytes))
}
