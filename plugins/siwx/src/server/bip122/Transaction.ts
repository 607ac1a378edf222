import { concat } from '../../message/bytes.js'
import { ByteReader } from './ByteReader.js'
import { compactSize, hash256, uint32, uint64, withLength } from './wire.js'

export interface TransactionInput {
  /** Transaction id as it is hashed, not as it is printed. */
  readonly txid: Uint8Array
  readonly index: number
  readonly scriptSig: Uint8Array
  readonly sequence: number
  readonly witness: readonly Uint8Array[]
}

export interface TransactionOutput {
  /** Satoshis. */
  readonly amount: bigint
  readonly script: Uint8Array
}

export interface Transaction {
  readonly version: number
  readonly inputs: readonly TransactionInput[]
  readonly outputs: readonly TransactionOutput[]
  readonly lockTime: number
}

/** Reads a whole transaction, with or without witnesses (BIP-144). Throws RangeError when it is not one. */
export function readTransaction(bytes: Uint8Array): Transaction {
  const reader = new ByteReader(bytes)
  const version = reader.uint32()
  let count = reader.compactSize()
  const segwit = count === 0
  if (segwit) {
    if (reader.uint8() !== 1) throw new RangeError('The witness flag must be 1.')
    count = reader.compactSize()
  }
  const inputs = Array.from({ length: count }, () => readInput(reader))
  const outputs = Array.from({ length: reader.compactSize() }, () => readOutput(reader))
  const witnesses = inputs.map(() => (segwit ? reader.stack() : []))
  const lockTime = reader.uint32()
  reader.end()
  return {
    version,
    inputs: inputs.map((input, index) => ({ ...input, witness: witnesses[index] ?? [] })),
    outputs,
    lockTime,
  }
}

function readInput(reader: ByteReader): Omit<TransactionInput, 'witness'> {
  const txid = reader.take(32)
  const index = reader.uint32()
  const scriptSig = reader.bytesWithLength()
  return { txid, index, scriptSig, sequence: reader.uint32() }
}

/** Reads one output: amount and script. */
export function readOutput(reader: ByteReader): TransactionOutput {
  return { amount: reader.uint64(), script: reader.bytesWithLength() }
}

export function writeOutput(output: TransactionOutput): Uint8Array {
  return concat(uint64(output.amount), withLength(output.script))
}

/** The transaction without witnesses, the form its id is the hash of. */
export function writeTransaction(transaction: Transaction): Uint8Array {
  return concat(
    uint32(transaction.version),
    compactSize(transaction.inputs.length),
    ...transaction.inputs.flatMap((input) => [
      input.txid,
      uint32(input.index),
      withLength(input.scriptSig),
      uint32(input.sequence),
    ]),
    compactSize(transaction.outputs.length),
    ...transaction.outputs.map(writeOutput),
    uint32(transaction.lockTime),
  )
}

/** The transaction id, in hash order. */
export function transactionId(transaction: Transaction): Uint8Array {
  return hash256(writeTransaction(transaction))
}
