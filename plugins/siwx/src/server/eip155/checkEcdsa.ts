import { keccak_256 } from '@noble/hashes/sha3.js'
import { toHex } from '../../message/bytes.js'
import type { SignatureVerdict } from '../NamespaceVerifier.js'
import { refuse } from '../Refusal.js'
import { isLowS, type Secp256k1Recover } from '../secp256k1Recover.js'

/**
 * Checks an EIP-191 signature of an externally owned account: 65 bytes with v 27, 28, 0 or 1, or the 64-byte
 * compact form of EIP-2098. A high s is refused (EIP-2).
 */
export function checkEcdsa(
  hash: Uint8Array,
  signature: Uint8Array,
  address: string,
  recover: Secp256k1Recover,
): SignatureVerdict {
  const parts = readSignature(signature)
  if (!parts)
    return refuse('SIGNATURE_MALFORMED', 'An EVM signature is 65 bytes with v 27 or 28, or 64 bytes.')
  if (!isLowS(parts.rs)) return refuse('SIGNATURE_MALLEABLE', 'The s of the signature must be the lower one.')
  const publicKey = recover(hash, parts.rs, parts.recovery)
  if (!publicKey || !isAddressOf(publicKey, address)) {
    return refuse('SIGNATURE_INVALID', 'The signature is not by the account in the message.')
  }
  return { ok: true, method: 'eip191' }
}

function readSignature(signature: Uint8Array): { rs: Uint8Array; recovery: 0 | 1 } | undefined {
  if (signature.length === 64) {
    const rs = signature.slice()
    const top = rs[32] ?? 0
    rs[32] = top & 127
    return { rs, recovery: top & 128 ? 1 : 0 }
  }
  if (signature.length !== 65) return undefined
  const v = signature[64] ?? 255
  const recovery = v >= 27 ? v - 27 : v
  return recovery === 0 || recovery === 1 ? { rs: signature.subarray(0, 64), recovery } : undefined
}

function isAddressOf(publicKey: Uint8Array, address: string): boolean {
  const hash = keccak_256(publicKey.subarray(1))
  return toHex(hash.subarray(12)) === address.toLowerCase()
}
