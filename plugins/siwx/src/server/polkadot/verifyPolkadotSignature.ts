import { blake2b } from '@noble/hashes/blake2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import * as sr25519 from '@scure/sr25519'
import { isEqualBytes } from '../../message/bytes.js'
import { isLowS, type Secp256k1Recover } from '../secp256k1Recover.js'
import { verifyEd25519 } from '../solana/solana.js'

export type PolkadotCrypto = 'ed25519' | 'sr25519' | 'ecdsa' | 'ethereum'

/** One way to read the bytes of a signature. */
interface Candidate {
  readonly crypto: PolkadotCrypto
  readonly signature: Uint8Array
}

/** The type byte of a Substrate MultiSignature. */
const TYPE_BYTES = ['ed25519', 'sr25519', 'ecdsa'] as const

/**
 * Every way a signature can be meant: 64 bytes are Ed25519 or sr25519, 65 are ECDSA with its recovery byte,
 * and one leading type byte may come before either. Undefined when the length fits none.
 */
function readCandidates(signature: Uint8Array, keyLength: number): readonly Candidate[] {
  const ecdsa = keyLength === 20 ? 'ethereum' : 'ecdsa'
  const [first = 255] = signature
  const typed = TYPE_BYTES[first]
  const rest = signature.subarray(1)
  if (signature.length === 64) {
    return [
      { crypto: 'sr25519', signature },
      { crypto: 'ed25519', signature },
    ]
  }
  if (signature.length === 65) {
    const whole = { crypto: ecdsa, signature } as const
    return typed && typed !== 'ecdsa' ? [{ crypto: typed, signature: rest }, whole] : [whole]
  }
  return signature.length === 66 && typed === 'ecdsa' ? [{ crypto: ecdsa, signature: rest }] : []
}

export interface PolkadotCheck {
  readonly state: 'valid' | 'invalid' | 'malformed' | 'high-s'
  readonly crypto?: PolkadotCrypto
}

const OPENING = new TextEncoder().encode('<Bytes>')
const CLOSING = new TextEncoder().encode('</Bytes>')

/** Above so many bytes Substrate signs a hash of them, and so do hardware wallets whatever they sign. */
const longestSigned = 256

/** The message as extensions wrap it for `signRaw`, as it is, and as a hardware wallet signs the wrapped one: by its hash. */
export function signedForms(message: Uint8Array): readonly Uint8Array[] {
  const wrapped = new Uint8Array(OPENING.length + message.length + CLOSING.length)
  wrapped.set(OPENING)
  wrapped.set(message, OPENING.length)
  wrapped.set(CLOSING, OPENING.length + message.length)
  const hashed = wrapped.length > longestSigned ? [blake2b(wrapped, { dkLen: 32 })] : []
  return [wrapped, message, ...hashed]
}

/** Whether bytes begin and end with the mark of wrapped bytes. */
export function isWrappedBytes(message: Uint8Array): boolean {
  if (message.length < OPENING.length + CLOSING.length) return false
  const starts = isEqualBytes(message.subarray(0, OPENING.length), OPENING)
  return starts && isEqualBytes(message.subarray(-CLOSING.length), CLOSING)
}

/**
 * Checks a Substrate signature by an account: `publicKey` is 32 bytes (a key, or the hash of an ECDSA key), 33
 * (an ECDSA key) or 20 (an Ethereum-style account). The message and its wrapped form are tried, and the
 * BLAKE2b-256 hash of a wrapped form above 256 bytes.
 */
export function verifyPolkadotSignature(
  message: Uint8Array,
  signature: Uint8Array,
  publicKey: Uint8Array,
  recover: Secp256k1Recover,
  allowed: readonly PolkadotCrypto[] = ['ed25519', 'sr25519', 'ecdsa', 'ethereum'],
): PolkadotCheck {
  const candidates = readCandidates(signature, publicKey.length)
  if (candidates.length === 0) return { state: 'malformed' }
  const usable = candidates.filter(({ crypto }) => allowed.includes(crypto))
  for (const candidate of usable) {
    for (const form of signedForms(message)) {
      if (isSigned(candidate, form, publicKey, recover)) return { state: 'valid', crypto: candidate.crypto }
    }
  }
  const curve = usable[0]
  const high = usable.length === 1 && curve?.signature.length === 65 && !isLowS(curve.signature)
  return { state: high ? 'high-s' : 'invalid' }
}

function isSigned(
  { crypto, signature }: Candidate,
  message: Uint8Array,
  publicKey: Uint8Array,
  recover: Secp256k1Recover,
): boolean {
  switch (crypto) {
    case 'ed25519':
      return publicKey.length === 32 && verifyEd25519(signature, message, publicKey)
    case 'sr25519':
      return publicKey.length === 32 && verifySr25519(signature, message, publicKey)
    case 'ecdsa':
    case 'ethereum': {
      const hash = crypto === 'ecdsa' ? blake2b(message, { dkLen: 32 }) : keccak_256(message)
      const key = recoverKey(signature, hash, recover)
      return key !== undefined && isAccountOf(key, publicKey)
    }
  }
}

function verifySr25519(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean {
  try {
    return sr25519.verify(message, signature, publicKey)
  } catch {
    return false
  }
}

function recoverKey(
  signature: Uint8Array,
  hash: Uint8Array,
  recover: Secp256k1Recover,
): Uint8Array | undefined {
  const v = signature[64] ?? 255
  const recovery = v >= 27 ? v - 27 : v
  if ((recovery !== 0 && recovery !== 1) || !isLowS(signature)) return undefined
  return recover(hash, signature.subarray(0, 64), recovery)
}

function isAccountOf(key: Uint8Array, publicKey: Uint8Array): boolean {
  if (publicKey.length === 20) return isEqualBytes(keccak_256(key.subarray(1)).subarray(12), publicKey)
  const compressed = secp256k1.Point.fromBytes(key).toBytes(true)
  if (publicKey.length === 33) return isEqualBytes(compressed, publicKey)
  return isEqualBytes(blake2b(compressed, { dkLen: 32 }), publicKey)
}
