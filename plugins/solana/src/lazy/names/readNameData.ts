import { encodeBase58 } from '@latchkey/kernel/chain'

/** The head of every account of the SPL Name Service. */
export interface Registry {
  readonly parent: string
  readonly owner: string
  readonly kind: string
  /** What follows the head. */
  readonly data: Uint8Array
}

const keyLength = 32
const headLength = 96
/** `11111111111111111111111111111111`: no class. */
export const noKey = encodeBase58(new Uint8Array(keyLength))

const keyAt = (data: Uint8Array, at: number) => encodeBase58(data.slice(at, at + keyLength))
const view = (data: Uint8Array) => new DataView(data.buffer, data.byteOffset, data.byteLength)

export function readRegistry(data: Uint8Array): Registry | undefined {
  if (data.length < headLength) return undefined
  return {
    parent: keyAt(data, 0),
    owner: keyAt(data, 32),
    kind: keyAt(data, 64),
    data: data.slice(headLength),
  }
}

/** The text of a reverse record: its length, then as many bytes. */
export function readReverse(data: Uint8Array): string | undefined {
  if (data.length < 4) return undefined
  const length = view(data).getUint32(0, true)
  if (length > data.length - 4) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(data.slice(4, 4 + length)).replace(/^\0/, '')
  } catch {
    // Bytes that are no text name nothing.
    return undefined
  }
}

interface SignedRecord {
  /** The address it names. */
  readonly content: string
  /** What the owner has signed: address and key of the record, in hexadecimal digits. */
  readonly message: Uint8Array
  readonly signature: Uint8Array
}

export function readRecordV1(data: Uint8Array, key: Uint8Array): SignedRecord | undefined {
  if (data.length < 96) return undefined
  const digits = [...data.slice(0, keyLength), ...key].map((byte) => byte.toString(16).padStart(2, '0'))
  return {
    content: keyAt(data, 0),
    message: new TextEncoder().encode(digits.join('')),
    signature: data.slice(32, 96),
  }
}

interface ProvenRecord {
  readonly content: string
  /** Who owned the name when the record was proven. */
  readonly provenFor: string
  /** Who agreed to be named. */
  readonly agreed: string
}

const bySolanaKey = 1

/** Reads a record of the second version, or answers `undefined` when it names no address, or is not proven by Solana keys. */
export function readRecordV2(data: Uint8Array): ProvenRecord | undefined {
  if (data.length < 8) return undefined
  const at = view(data)
  const proofs = [at.getUint16(0, true), at.getUint16(2, true)]
  const length = at.getUint32(4, true)
  if (proofs.some((proof) => proof !== bySolanaKey) || length !== keyLength) return undefined
  if (data.length < 8 + 3 * keyLength) return undefined
  return { provenFor: keyAt(data, 8), agreed: keyAt(data, 40), content: keyAt(data, 72) }
}

interface TokenRecord {
  readonly isActive: boolean
  readonly domain: string
  readonly mint: string
}

const activeRecord = 2

export function readTokenRecord(data: Uint8Array): TokenRecord | undefined {
  if (data.length < 98) return undefined
  return { isActive: data[0] === activeRecord, domain: keyAt(data, 2), mint: keyAt(data, 66) }
}

/** Which name an account goes by. */
export function readFavourite(data: Uint8Array): string | undefined {
  return data.length >= 33 && data[0] !== 0 ? keyAt(data, 1) : undefined
}

interface SolRecord {
  readonly kind: string
  /** An account, or the mint of the NFT that stands for the name. */
  readonly holder: 'account' | 'token'
  readonly owner: string
  /** Seconds since the epoch; `undefined` for one that doesn't end. */
  readonly expiresAt: bigint | undefined
}

const recordTag = 2

/** Reads a record of the Solana Record Service. */
export function readSolRecord(data: Uint8Array): SolRecord | undefined {
  if (data.length < 75 || data[0] !== recordTag || (data[33] ?? 2) > 1) return undefined
  const expiry = view(data).getBigInt64(67, true)
  return {
    kind: keyAt(data, 1),
    holder: data[33] === 1 ? 'token' : 'account',
    owner: keyAt(data, 34),
    expiresAt: expiry === 0n ? undefined : expiry,
  }
}
