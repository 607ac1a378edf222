import { invalidParameters } from '../walletError.js'

/** The parts of a serialised Solana transaction that a signer needs (legacy and version 0). */
export interface SolanaTransaction {
  /** The bytes that are signed. */
  readonly message: Uint8Array
  /** 32-byte keys of the accounts that must sign, in signature order. */
  readonly signers: readonly Uint8Array[]
  /** A copy with the signature of signer `index` filled in. */
  withSignature(index: number, signature: Uint8Array): Uint8Array
}

const signatureLength = 64
const keyLength = 32

/**
 * Reads a wire transaction: a compact count of signatures, the signatures, then the message.
 *
 * @throws WalletError -32602 when the bytes are no legacy or version 0 transaction
 */
export function parseSolanaTransaction(bytes: Uint8Array, method: string): SolanaTransaction {
  const [count, afterCount] = readCompact(bytes, 0, method)
  const messageStart = afterCount + count * signatureLength
  const message = bytes.subarray(messageStart)
  const prefix = message[0] ?? Number.NaN
  const versioned = (prefix & 0x80) !== 0
  if (versioned && prefix !== 0x80) throw invalidParameters(method, 'unknown transaction version')
  const header = versioned ? 1 : 0
  const required = message[header] ?? Number.NaN
  const [keys, keysStart] = readCompact(message, header + 3, method)
  if (required !== count || count === 0 || keys < required || message.length < keysStart + keys * keyLength) {
    throw invalidParameters(method, 'malformed transaction')
  }
  const signers = Array.from({ length: required }, (_, index) =>
    message.slice(keysStart + index * keyLength, keysStart + (index + 1) * keyLength),
  )
  return {
    message,
    signers,
    withSignature(index, signature) {
      const signed = bytes.slice()
      signed.set(signature, afterCount + index * signatureLength)
      return signed
    },
  }
}

/** Solana's compact-u16: seven bits per byte, least significant first, at most three bytes. */
function readCompact(bytes: Uint8Array, start: number, method: string): [value: number, next: number] {
  let value = 0
  for (let length = 0; length < 3; length += 1) {
    const byte = bytes[start + length]
    if (byte === undefined) break
    value |= (byte & 0x7f) << (7 * length)
    if ((byte & 0x80) === 0) return [value, start + length + 1]
  }
  throw invalidParameters(method, 'malformed length')
}
