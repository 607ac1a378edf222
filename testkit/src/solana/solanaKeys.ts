import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'

/** A Solana key pair that signs. */
export interface SolanaKeypair {
  /** Base58. */
  readonly address: string
  readonly publicKey: Uint8Array
  sign(message: Uint8Array): Uint8Array
}

/** Reads a secret key as wallets export it: base58 of 64 bytes, seed and public key. @throws Error otherwise */
export function readSecretKey(text: string): SolanaKeypair {
  const bytes = base58.decode(text)
  const seed = bytes.slice(0, 32)
  const publicKey = ed25519.getPublicKey(seed)
  if (bytes.length !== 64 || publicKey.some((byte, index) => byte !== bytes[32 + index])) {
    throw new Error(
      'A Solana secret key must be the base58 of 64 bytes: a seed and the public key that belongs to it.',
    )
  }
  return {
    address: base58.encode(publicKey),
    publicKey,
    sign: (message) => ed25519.sign(message, seed),
  }
}
