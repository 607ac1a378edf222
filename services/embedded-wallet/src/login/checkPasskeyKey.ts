import { cose, decodeCredentialPublicKey } from '@simplewebauthn/server/helpers'

/** Kind of key and curve of each algorithm that is asked for (RFC 9053 and 8812). RSA has no curve. */
const kinds: Readonly<Record<number, { readonly kty: number; readonly crv?: number }>> = {
  [cose.COSEALG.EdDSA]: { kty: cose.COSEKTY.OKP, crv: cose.COSECRV.ED25519 },
  [cose.COSEALG.ES256]: { kty: cose.COSEKTY.EC2, crv: cose.COSECRV.P256 },
  [cose.COSEALG.RS256]: { kty: cose.COSEKTY.RSA },
}

/**
 * Checks that a new passkey's key fits the algorithm it names. Without an attestation, a new key signs nothing, so a wrong
 * key would only fail at the next login.
 *
 * @throws Error
 */
export function checkPasskeyKey(publicKey: Uint8Array<ArrayBuffer>): void {
  const key = decodeCredentialPublicKey(publicKey) as Map<number, unknown>
  const kind = kinds[Number(key.get(cose.COSEKEYS.alg))]
  const fits =
    kind !== undefined &&
    key.get(cose.COSEKEYS.kty) === kind.kty &&
    (kind.crv === undefined || key.get(cose.COSEKEYS.crv) === kind.crv)
  if (!fits) throw new Error('The key is not of the algorithm that it names.')
}
