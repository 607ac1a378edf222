import { readHex } from '../../message/bytes.js'
import { polkadotProfile } from '../../message/profiles.js'
import { decodeSs58 } from '../../message/ss58.js'
import type { NamespaceVerifier } from '../NamespaceVerifier.js'
import { refuse } from '../Refusal.js'
import { nobleRecover, type Secp256k1Recover } from '../secp256k1Recover.js'
import { type PolkadotCrypto, verifyPolkadotSignature } from './verifyPolkadotSignature.js'

export interface PolkadotOptions {
  /** Key kinds taken. Default: all three. */
  readonly cryptos?: readonly Exclude<PolkadotCrypto, 'ethereum'>[] | undefined
  /** Curve backend for ECDSA accounts. Default: @noble/curves. */
  readonly recover?: Secp256k1Recover | undefined
}

const CRYPTOS = ['sr25519', 'ed25519', 'ecdsa'] as const
/** What a page says where the wallet did not tell the kind of its key; WalletConnect has no place for it. */
const UNTOLD = 'substrate'

/**
 * Verifies Polkadot sign-ins: sr25519, Ed25519 or ECDSA over the text, over its `<Bytes>` form, or over the
 * BLAKE2b-256 hash of that where it has more than 256 bytes, as a Ledger signs it; with or without a leading type
 * byte. The address may have any SS58 prefix; the public key is what counts. A signature type narrows the kinds tried, except `substrate`, which says that the wallet did not tell.
 */
export function polkadot(options: PolkadotOptions = {}): NamespaceVerifier {
  const cryptos = options.cryptos ?? CRYPTOS
  const recover = options.recover ?? nobleRecover
  return {
    profile: polkadotProfile,
    verifySignature({ message, bytes, signature, signatureType }) {
      const isUntold = signatureType === undefined || signatureType === UNTOLD
      const allowed = cryptos.filter((crypto) => isUntold || signatureType === crypto)
      if (allowed.length === 0) {
        return refuse('SIGNATURE_KIND_UNSUPPORTED', `Expected a signature type of ${cryptos.join(', ')}.`)
      }
      const raw = typeof signature === 'string' ? readSignature(signature) : signature
      const publicKey = decodeSs58(message.accountAddress)?.publicKey
      if (!publicKey) return refuse('ADDRESS_MALFORMED', 'The address must be SS58.')
      if (!raw) return refuse('SIGNATURE_MALFORMED', 'A Polkadot signature is hexadecimal of 64 to 66 bytes.')
      const { state, crypto } = verifyPolkadotSignature(bytes, raw, publicKey, recover, allowed)
      switch (state) {
        case 'valid':
          return { ok: true, method: crypto ?? 'sr25519' }
        case 'malformed':
          return refuse(
            'SIGNATURE_MALFORMED',
            'A Polkadot signature is 64 bytes, 65 or 66 with its type byte.',
          )
        case 'high-s':
          return refuse('SIGNATURE_MALLEABLE', 'The s of the signature must be the lower one.')
        case 'invalid':
          return refuse('SIGNATURE_INVALID', 'The signature is not by the account in the message.')
      }
    },
  }
}

function readSignature(text: string): Uint8Array | undefined {
  return text.length <= 134 ? readHex(text) : undefined
}
