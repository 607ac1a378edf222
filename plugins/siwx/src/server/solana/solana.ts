import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { type SolanaChainForm, solanaProfile } from '../../message/profiles.js'
import { readBase64, readHex } from '../../message/bytes.js'
import { offchainMessagesOf } from '../../message/toOffchainMessage.js'
import type { NamespaceVerifier } from '../NamespaceVerifier.js'
import { refuse } from '../Refusal.js'

export interface SolanaOptions {
  /**
   * The forms of Chain ID this server issues, first the one it prints. Default: the cluster name, the form
   * wallets take in `solana:signIn`. A form that is not listed is refused.
   */
  readonly chainForms?: readonly SolanaChainForm[] | undefined
}

/**
 * Verifies Solana sign-ins (Sign In With Solana): Ed25519 by RFC 8032 over the UTF-8 text, small-order keys
 * and non-canonical encodings refused. Hardware wallets sign the text in an off-chain message of this one account: of
 * version 0 without an application domain, or of version 1. These two count too, and no other. Signatures come as 64
 * bytes, base58 (WalletConnect), base64 or `0x` hex.
 */
export function solana(options: SolanaOptions = {}): NamespaceVerifier {
  return {
    profile: solanaProfile(options.chainForms),
    verifySignature({ bytes, signature, signatureType, message }) {
      if (signatureType !== undefined && signatureType !== 'solana:ed25519' && signatureType !== 'ed25519') {
        return refuse('SIGNATURE_KIND_UNSUPPORTED', 'Expected the signature type solana:ed25519.')
      }
      const raw = typeof signature === 'string' ? readSignature(signature) : signature
      if (raw?.length !== 64) return refuse('SIGNATURE_MALFORMED', 'A Solana signature is 64 bytes.')
      const publicKey = base58.decode(message.accountAddress)
      if (verifyEd25519(raw, bytes, publicKey)) return { ok: true, method: 'solana:ed25519' }
      const isSigned = offchainMessagesOf(bytes, publicKey).some((one) => verifyEd25519(raw, one, publicKey))
      if (isSigned) return { ok: true, method: 'solana:ed25519' }
      return refuse('SIGNATURE_INVALID', 'The signature is not by the account in the message.')
    },
  }
}

/** Ed25519 by RFC 8032 with no ZIP-215 leniency. False, never a throw, for any bytes. */
export function verifyEd25519(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean {
  try {
    return ed25519.verify(signature, message, publicKey, { zip215: false })
  } catch {
    return false
  }
}

function readSignature(text: string): Uint8Array | undefined {
  if (text.length > 130) return undefined
  if (text.startsWith('0x')) return readHex(text)
  if (text.endsWith('==')) return readBase64(text)
  try {
    return base58.decode(text)
  } catch {
    return undefined
  }
}
