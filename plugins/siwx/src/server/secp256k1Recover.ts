import { secp256k1 } from '@noble/curves/secp256k1.js'
import { concat } from '../message/bytes.js'

/**
 * Recovers a public key from an ECDSA signature on secp256k1 (SEC 1 section 4.1.6). `hash` is 32 bytes,
 * `signature` 64 (r, s), `recovery` 0 or 1. Gives the 65-byte uncompressed key, or undefined when there is
 * none. Plug in a native or WebAssembly curve by giving a verifier another function of this type.
 */
export type Secp256k1Recover = (
  hash: Uint8Array,
  signature: Uint8Array,
  recovery: 0 | 1,
) => Uint8Array | undefined

/** The backend used when none is given: @noble/curves, pure JavaScript. */
export const nobleRecover: Secp256k1Recover = (hash, signature, recovery) => {
  try {
    const recovered = concat(Uint8Array.of(recovery), signature)
    return secp256k1.Signature.fromBytes(recovered, 'recovered').recoverPublicKey(hash).toBytes(false)
  } catch {
    return undefined
  }
}

const HALF_ORDER = Uint8Array.from(
  [0x7fffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0x5d576e73, 0x57a4501d, 0xdfe92f46, 0x681b20a0].flatMap(
    (word) => [word >>> 24, (word >>> 16) & 255, (word >>> 8) & 255, word & 255],
  ),
)

/** Whether the s of a 64-byte signature is at most half the curve order (BIP-62 rule 5, EIP-2). */
export function isLowS(signature: Uint8Array): boolean {
  for (let index = 0; index < 32; index++) {
    const byte = signature[32 + index] ?? 255
    const limit = HALF_ORDER[index] ?? 0
    if (byte !== limit) return byte < limit
  }
  return true
}
