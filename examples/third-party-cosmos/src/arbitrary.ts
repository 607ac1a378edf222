import { secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { base64, bech32 } from '@scure/base'
import { sortedJson } from './sortedJson.js'

/** The bytes that a wallet signs for data that is no transaction (ADR-36): the Amino document of one MsgSignData. */
export const arbitraryDocument = (signer: string, data: Uint8Array): Uint8Array =>
  utf8ToBytes(
    sortedJson({
      chain_id: '',
      account_number: '0',
      sequence: '0',
      fee: { gas: '0', amount: [] },
      msgs: [{ type: 'sign/MsgSignData', value: { signer, data: base64.encode(data) } }],
      memo: '',
    }),
  )

/** Writes the address of a compressed secp256k1 key. */
export const addressOfKey = (prefix: string, publicKey: Uint8Array): string =>
  bech32.encode(prefix, bech32.toWords(ripemd160(sha256(publicKey))))

/**
 * Tells whether the account signed the data by ADR-36. The key isn't asked for: the one that the signature was made with is recovered, and
 * must be the address's. A signature whose `s` is high is none, because the same one would have two forms.
 */
export function isSignedArbitrary(signer: string, data: Uint8Array, signature: Uint8Array): boolean {
  const prefix = bech32.decodeUnsafe(signer)?.prefix
  if (prefix === undefined || signature.length !== 64) return false
  const document = arbitraryDocument(signer, data)
  return [0, 1, 2, 3].some((recovery) => {
    const publicKey = recoverKey(Uint8Array.of(recovery, ...signature), document)
    return publicKey !== undefined && addressOfKey(prefix, publicKey) === signer
  })
}

function recoverKey(signature: Uint8Array, document: Uint8Array): Uint8Array | undefined {
  try {
    const key = secp256k1.recoverPublicKey(signature, document)
    return secp256k1.verify(signature.slice(1), document, key) ? key : undefined
  } catch {
    // No key of the curve makes such a signature.
    return undefined
  }
}
