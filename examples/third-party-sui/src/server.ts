import type { NamespaceVerifier } from '@latchkey/plugin-siwx/server'
import { fromBase64, toBase64 } from '@mysten/sui/utils'
import { verifyPersonalMessageSignature } from '@mysten/sui/verify'
import { canonicalSuiAddress } from './address.js'
import { suiProfile } from './profile.js'
import { kindOfSignature } from './signature.js'

/** Bytes of a signature by its kind: a byte for the kind, the signature and the key. */
const lengths: Readonly<Record<string, number>> = { ed25519: 97, secp256k1: 98 }

/**
 * Checks sign-ins of Sui's accounts with one key. It asks no node: accounts of zkLogin, of several keys and of passkeys are refused with
 * `SIGNATURE_KIND_UNSUPPORTED`.
 */
export function suiVerifier(): NamespaceVerifier {
  return {
    profile: suiProfile,
    async verifySignature({ message, bytes, signature, signatureType }) {
      if (typeof signature !== 'string' || !isOnlySpelling(signature)) {
        return { ok: false, code: 'SIGNATURE_MALFORMED', detail: 'A signature of Sui is base64.' }
      }
      const kind = kindOfSignature(signature)
      if (!lengths[kind] || (signatureType !== undefined && signatureType !== kind)) {
        return { ok: false, code: 'SIGNATURE_KIND_UNSUPPORTED', detail: `Signatures of the kind ${kind}.` }
      }
      if (fromBase64(signature).length !== lengths[kind]) {
        return { ok: false, code: 'SIGNATURE_MALFORMED', detail: `No signature of ${kind} has this length.` }
      }
      const address = canonicalSuiAddress(message.accountAddress)
      // The SDK throws for whatever doesn't hold: it asks nobody, so that nothing else can go wrong here.
      const isValid = await verifyPersonalMessageSignature(bytes, signature, { address }).then(
        () => true,
        () => false,
      )
      return isValid
        ? { ok: true, method: `sui:${kind}` }
        : { ok: false, code: 'SIGNATURE_INVALID', detail: 'The signature is not of this account.' }
    },
  }
}

/** One signature has one text: base64 with other bits behind its end would be a second. */
function isOnlySpelling(signature: string): boolean {
  if (signature.length > 200 || !/^[a-z\d+/]+=*$/i.test(signature) || signature.length % 4 !== 0) return false
  return toBase64(fromBase64(signature)) === signature
}
