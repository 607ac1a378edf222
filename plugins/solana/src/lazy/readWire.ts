import { BaseError } from '@latchkey/kernel/plugin'
import { encodeBase58 } from '@latchkey/kernel/chain'

/** What must be known of a serialised transaction to sign and send it. Nothing of it is changed. */
export interface WireTransaction {
  readonly version: 'legacy' | 0
  /** The first one is the transaction's id. All zero where it is missing. */
  readonly signatures: readonly Uint8Array[]
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
}

export interface WireInstruction {
  readonly program: string
  /** Addresses; of a lookup table, its address and the place in it. */
  readonly accounts: readonly string[]
  readonly data: Uint8Array
}

/** Bytes that fit into one packet. */
export const transactionLimit = 1_232
const signatureLength = 64
const keyLength = 32

/**
 * Reads the wire form of a legacy or version 0 transaction: signatures, then the message. Version 1 puts the message
 * first; no wallet lists it in Wallet Standard yet, and it is refused.
 *
 * @throws BaseError `TRANSACTION_INVALID` when the bytes are no transaction, `TRANSACTION_VERSION_UNSUPPORTED`,
 *   `TRANSACTION_TOO_LARGE`.
 */
export function readWire(bytes: Uint8Array): WireTransaction {
  if ((bytes[0] ?? 0) >= 0x80) throw versionUnsupported((bytes[0] as number) & 0x7f)
  if (bytes.length > transactionLimit) throw tooLarge(bytes.length)
  const { take, byte, count, rest, isOver } = createWireReader(bytes)

  const signatures = Array.from({ length: count() }, () => take(signatureLength))
  const message = rest()
  const first = byte()
  const version = first < 0x80 ? 'legacy' : first & 0x7f
  if (version !== 'legacy' && version !== 0) throw versionUnsupported(version)
  const required = version === 'legacy' ? first : byte()
  const [readableSigners = 0, readable = 0] = take(2)
  const keys = Array.from({ length: count() }, () => encodeBase58(take(keyLength)))
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
    ...{ version, signatures, message, blockhash, instructions },
    signers: keys.slice(0, required),
    written: keys.filter(isWritten),
    lookupTables: lookups.map(({ table }) => table),
  }
}

/** Reads bytes from the first to the last. @throws BaseError `TRANSACTION_INVALID` */
function createWireReader(bytes: Uint8Array) {
  let at = 0
  const take = (length: number): Uint8Array => {
    if (at + length > bytes.length) throw invalid('It ends too early.')
    at += length
    return bytes.slice(at - length, at)
  }
  const byte = () => take(1)[0] as number
  /** Compact-u16: seven bits a byte, lowest first. */
  const count = () => {
    let value = 0
    for (let shift = 0; shift < 21; shift += 7) {
      const part = byte()
      value |= (part & 0x7f) << shift
      if (part < 0x80) return value
    }
    throw invalid('A length in it is not one.')
  }
  return { take, byte, count, rest: () => bytes.slice(at), isOver: () => at === bytes.length }
}

export function tooLarge(size: number): BaseError {
  return new BaseError('This transaction is too large for the network.', {
    code: 'TRANSACTION_TOO_LARGE',
    metaMessages: [`Expected at most ${transactionLimit} bytes.`, `Received: ${size} bytes.`],
  })
}

function invalid(why: string): BaseError {
  return new BaseError('This is not a Solana transaction.', {
    code: 'TRANSACTION_INVALID',
    metaMessages: [why, 'Expected the wire form: signatures, then a legacy or version 0 message.'],
  })
}

function versionUnsupported(version: number): BaseError {
  return new BaseError('This kind of Solana transaction is not supported.', {
    code: 'TRANSACTION_VERSION_UNSUPPORTED',
    metaMessages: [`Expected a legacy or version 0 transaction.`, `Received: version ${version}.`],
  })
}
