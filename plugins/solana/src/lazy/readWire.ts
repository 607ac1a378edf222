import { BaseError } from '@latchkey/kernel/plugin'
import { encodeBase58 } from '@latchkey/kernel/chain'
import { readWire1 } from './readWire1.js'
import { limitOf, newestVersion, type TransactionVersion } from './transactionVersions.js'
import { createWireReader, invalid } from './wireReader.js'

/** What must be known of a serialised transaction to sign and send it. Nothing of it is changed. */
export interface WireTransaction {
  readonly version: TransactionVersion
  /** The first one is the transaction's id. All zero where it is missing. */
  readonly signatures: readonly Uint8Array[]
  /** Where the first signature stands in the bytes. The others follow it. */
  readonly signaturesAt: number
  /** The bytes that are signed. */
  readonly message: Uint8Array
  /** Addresses that must sign, the fee payer first, one for each signature. */
  readonly signers: readonly string[]
  /** Addresses that are written to, those of lookup tables apart. */
  readonly written: readonly string[]
  /** Addresses of lookup tables, whose content only the network knows. */
  readonly lookupTables: readonly string[]
  readonly blockhash: string
  readonly instructions: readonly WireInstruction[]
  /** Limits and price that version 1 states in place of compute budget instructions, which count for nothing in it. */
  readonly budget?: WireBudget
}

export interface WireBudget {
  /** Lamports for the whole transaction. */
  readonly priorityFee: bigint
  readonly computeUnits: number
  /** Bytes of accounts that may be loaded. */
  readonly accountBytes: number
  readonly heapBytes: number
}

export interface WireInstruction {
  readonly program: string
  /** Addresses; of a lookup table, its address and the place in it. */
  readonly accounts: readonly string[]
  readonly data: Uint8Array
}

/** Bytes that a transaction which is built here may have. */
export const transactionLimit = 1_232
const signatureLength = 64
const keyLength = 32

/**
 * Reads the wire form of a transaction of any version that is known: signatures, then the message. Version 1 puts the
 * message first.
 *
 * @throws BaseError `TRANSACTION_INVALID` when the bytes are no transaction, `TRANSACTION_VERSION_UNSUPPORTED`,
 *   `TRANSACTION_TOO_LARGE`.
 */
export function readWire(bytes: Uint8Array): WireTransaction {
  const leading = bytes[0] ?? 0
  const stated = leading < 0x80 ? 'legacy' : leading & 0x7f
  const limit = limitOf(stated)
  // Version 0 puts its signatures first.
  if (limit === undefined || stated === 0) throw versionUnsupported(stated)
  if (bytes.length > limit) throw tooLarge(bytes.length, limit)
  return stated === 'legacy' ? readSignaturesFirst(bytes) : readWire1(bytes)
}

function readSignaturesFirst(bytes: Uint8Array): WireTransaction {
  const { take, byte, count, place, rest, isOver } = createWireReader(bytes)

  const signatureCount = count()
  const signaturesAt = place()
  const signatures = Array.from({ length: signatureCount }, () => take(signatureLength))
  const message = rest()
  const first = byte()
  const version = first < 0x80 ? 'legacy' : first & 0x7f
  if (version !== 'legacy' && version !== 0) throw versionUnsupported(version)
  const required = version === 'legacy' ? first : byte()
  const [readableSigners = 0, readable = 0] = take(2)
  const keys = Array.from({ length: count() }, () => encodeBase58(take(keyLength)))
  if (new Set(keys).size < keys.length) throw invalid('It lists an account twice.')
  const blockhash = encodeBase58(take(keyLength))
  const compiled = Array.from({ length: count() }, () => ({
    program: byte(),
    accounts: take(count()),
    data: take(count()),
  }))
  const lookups = Array.from({ length: version === 0 ? count() : 0 }, () => {
    const table = encodeBase58(take(keyLength))
    const places = () => Array.from(take(count()), (place) => `${table}[${place}]`)
    return { table, writable: places(), readable: places() }
  })
  if (!isOver()) throw invalid('It has bytes after its end.')
  if (required === 0 || required !== signatures.length || required > keys.length) {
    throw invalid('It does not have one signature for each signer.')
  }
  // What is written to comes before what is only read, table by table.
  const all = [
    ...keys,
    ...lookups.flatMap(({ writable }) => writable),
    ...lookups.flatMap(({ readable }) => readable),
  ]
  const keyAt = (index: number) => {
    const key = all[index]
    if (key === undefined) throw invalid('It names an account that it does not list.')
    return key
  }
  const instructions = compiled.map(({ program, accounts, data }) => ({
    program: keyAt(program),
    accounts: Array.from(accounts, keyAt),
    data,
  }))
  const isWritten = (_: string, index: number) =>
    index < required ? index < required - readableSigners : index < keys.length - readable
  return {
    ...{ version, signatures, signaturesAt, message, blockhash, instructions },
    signers: keys.slice(0, required),
    written: keys.filter(isWritten),
    lookupTables: lookups.map(({ table }) => table),
  }
}

export function tooLarge(size: number, limit: number = transactionLimit): BaseError {
  return new BaseError('This transaction is too large for the network.', {
    code: 'TRANSACTION_TOO_LARGE',
    metaMessages: [`Expected at most ${limit} bytes.`, `Received: ${size} bytes.`],
  })
}

function versionUnsupported(version: number | 'legacy'): BaseError {
  return new BaseError('This kind of Solana transaction is not supported.', {
    code: 'TRANSACTION_VERSION_UNSUPPORTED',
    metaMessages: [
      `Expected a legacy transaction or one of version 0 to ${newestVersion}.`,
      `Received: version ${version}.`,
    ],
  })
}
