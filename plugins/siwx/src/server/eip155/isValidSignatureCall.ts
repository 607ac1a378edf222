import { concat } from '../../message/bytes.js'

/** `isValidSignature(bytes32,bytes)` of EIP-1271: selector and success value are the same four bytes. */
const MAGIC = Uint8Array.of(0x16, 0x26, 0xba, 0x7e)

/** A number as one 32-byte EVM word. */
function word(value: number): Uint8Array {
  const bytes = new Uint8Array(32)
  new DataView(bytes.buffer).setUint32(28, value)
  return bytes
}

/** Calldata of `isValidSignature(hash, signature)`. */
export function isValidSignatureCall(hash: Uint8Array, signature: Uint8Array): Uint8Array {
  const padding = new Uint8Array((32 - (signature.length % 32)) % 32)
  return concat(MAGIC, hash, word(64), word(signature.length), signature, padding)
}

/** Whether a call gave the success value: a full word, the magic first and zeros after it. */
export function isMagic(result: Uint8Array): boolean {
  if (result.length < 32) return false
  return result.subarray(0, 32).every((byte, index) => byte === (MAGIC[index] ?? 0))
}
