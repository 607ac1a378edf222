import { encodeBase58 } from '@latchkey/kernel/chain'
import { readWire } from './readWire.js'

/**
 * A copy of a serialised Solana transaction with a signature in the signer's place; `undefined` when the key is not among
 * those that must sign, or the bytes are no transaction.
 */
export function placeSignature(
  transaction: Uint8Array,
  publicKey: Uint8Array,
  signature: Uint8Array,
): Uint8Array | undefined {
  if (signature.length !== 64) return undefined
  try {
    const { signers, signaturesAt } = readWire(transaction)
    const index = signers.indexOf(encodeBase58(publicKey))
    if (index < 0) return undefined
    const copy = Uint8Array.from(transaction)
    copy.set(signature, signaturesAt + index * 64)
    return copy
  } catch {
    return undefined
  }
}
