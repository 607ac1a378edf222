import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'
import { CompactSize } from '@scure/btc-signer'

/**
 * First header byte of BIP-137: for a compressed P2PKH key, which many wallets use for any address, and for
 * P2WPKH.
 */
export const compactHeaders = { anyAddress: 31, segwit: 39 } as const

/** The hash that BIP-137 signs. */
export function compactMessageHash(message: string): Uint8Array {
  const sized = (bytes: Uint8Array) => concatBytes(CompactSize.encode(BigInt(bytes.length)), bytes)
  const whole = concatBytes(sized(utf8ToBytes('Bitcoin Signed Message:\n')), sized(utf8ToBytes(message)))
  return sha256(sha256(whole))
}

/** Signs a message by BIP-137: base64 of a header byte and a compact ECDSA signature. */
export function signCompact(message: string, privateKey: Uint8Array, header: number): string {
  const options = { prehash: false, format: 'recovered' } as const
  const signature = secp256k1.sign(compactMessageHash(message), privateKey, options)
  return base64.encode(concatBytes(Uint8Array.of(header + (signature[0] ?? 0)), signature.slice(1)))
}
