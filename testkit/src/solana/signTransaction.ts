import type { SolanaKeypair } from './solanaKeys.js'

/** A transaction in its wire form, taken apart: signatures first, then the message they sign. */
export interface WireTransaction {
  readonly signatures: readonly Uint8Array[]
  readonly message: Uint8Array
  readonly version: 'legacy' | number
  /** The accounts that must sign, in the order of their signatures. */
  readonly signers: readonly Uint8Array[]
}

const signatureLength = 64
const keyLength = 32
const versionFlag = 0x80

/** Takes a legacy or versioned transaction apart. @throws Error when the bytes are none */
export function readTransaction(bytes: Uint8Array): WireTransaction {
  const { value: count, next } = readLength(bytes, 0)
  const start = next + count * signatureLength
  const signatures = Array.from({ length: count }, (_, index) => {
    const offset = next + index * signatureLength
    return bytes.slice(offset, offset + signatureLength)
  })
  const message = bytes.slice(start)
  const [first] = message
  if (first === undefined) throw new Error('The transaction has no message.')
  const version = first & versionFlag ? first & ~versionFlag : 'legacy'
  const header = version === 'legacy' ? 0 : 1
  const signerCount = message[header] ?? 0
  const { value: accountCount, next: keys } = readLength(message, header + 3)
  if (
    signerCount !== count ||
    accountCount < signerCount ||
    message.length < keys + accountCount * keyLength
  ) {
    throw new Error('The transaction is cut off, or its signatures do not match its signers.')
  }
  const signers = Array.from({ length: signerCount }, (_, index) => {
    return message.slice(keys + index * keyLength, keys + (index + 1) * keyLength)
  })
  return { signatures, message, version, signers }
}

/** Adds one signature and keeps all others. @throws Error when the key is no signer of the transaction */
export function signTransaction(
  bytes: Uint8Array,
  keypair: SolanaKeypair,
): { bytes: Uint8Array; signature: Uint8Array } {
  const { message, signers, version } = readTransaction(bytes)
  if (version !== 'legacy' && version !== 0) {
    throw new Error(`The test wallet signs legacy and version 0 transactions, not version ${version}.`)
  }
  const index = signers.findIndex((key) => key.every((byte, at) => byte === keypair.publicKey[at]))
  if (index === -1) throw new Error(`The transaction does not need a signature of ${keypair.address}.`)
  const signature = keypair.sign(message)
  const signed = Uint8Array.from(bytes)
  signed.set(signature, readLength(bytes, 0).next + index * signatureLength)
  return { bytes: signed, signature }
}

/** Solana's compact length: seven bits per byte, lowest first, at most three bytes. */
function readLength(bytes: Uint8Array, start: number): { value: number; next: number } {
  let value = 0
  for (let index = 0; index < 3; index++) {
    const byte = bytes[start + index]
    if (byte === undefined) break
    value |= (byte & 0x7f) << (7 * index)
    if (!(byte & 0x80)) return { value, next: start + index + 1 }
  }
  throw new Error('The transaction is cut off.')
}
