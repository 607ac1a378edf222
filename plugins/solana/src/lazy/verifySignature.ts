import { ed25519 } from '@noble/curves/ed25519.js'
import { addressBytes } from '../address.js'

/** Ed25519 by the strict rules of RFC 8032 that the chain uses. Never throws. */
export function verifySignature(address: string, message: Uint8Array, signature: Uint8Array): boolean {
  const publicKey = addressBytes(address)
  if (!publicKey || signature.length !== 64) return false
  try {
    return ed25519.verify(signature, message, publicKey, { zip215: false })
  } catch {
    return false
  }
}
