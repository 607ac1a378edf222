import { sha256 } from '@noble/hashes/sha2.js'
import { concat } from '../../message/bytes.js'
import { type Transaction, type TransactionOutput, writeOutput, writeTransaction } from './Transaction.js'
import { hash256, taggedHash, uint32, uint64, withLength } from './wire.js'

/** The only hash types BIP-322 allows: ALL, and for taproot DEFAULT. */
export const SIGHASH_ALL = 1
export const SIGHASH_DEFAULT = 0

/** What is signed before segwit, with SIGHASH_ALL. */
export function legacyHash(transaction: Transaction, index: number, scriptCode: Uint8Array): Uint8Array {
  const inputs = transaction.inputs.map((input, position) => ({
    ...input,
    scriptSig: position === index ? scriptCode : new Uint8Array(),
  }))
  return hash256(concat(writeTransaction({ ...transaction, inputs }), uint32(SIGHASH_ALL)))
}

function outpoints(transaction: Transaction): Uint8Array {
  return concat(...transaction.inputs.flatMap((input) => [input.txid, uint32(input.index)]))
}

function sequences(transaction: Transaction): Uint8Array {
  return concat(...transaction.inputs.map((input) => uint32(input.sequence)))
}

function outputs(transaction: Transaction): Uint8Array {
  return concat(...transaction.outputs.map(writeOutput))
}

/** What is signed in witness version 0, with SIGHASH_ALL (BIP-143). */
export function witnessHash(
  transaction: Transaction,
  index: number,
  scriptCode: Uint8Array,
  amount: bigint,
): Uint8Array {
  const input = transaction.inputs[index]
  if (!input) throw new RangeError(`The transaction has no input ${index}.`)
  return hash256(
    concat(
      uint32(transaction.version),
      hash256(outpoints(transaction)),
      hash256(sequences(transaction)),
      concat(input.txid, uint32(input.index)),
      withLength(scriptCode),
      uint64(amount),
      uint32(input.sequence),
      hash256(outputs(transaction)),
      uint32(transaction.lockTime),
      uint32(SIGHASH_ALL),
    ),
  )
}

export interface TaprootSpend {
  readonly transaction: Transaction
  readonly index: number
  /** The outputs all inputs spend, in order. */
  readonly spent: readonly TransactionOutput[]
  readonly annex?: Uint8Array
}

/** What is signed in taproot (BIP-341), and in tapscript (BIP-342) when a leaf is given. */
export function taprootHash(
  { transaction, index, spent, annex }: TaprootSpend,
  hashType: number,
  leaf?: { readonly hash: Uint8Array; readonly codeSeparator: number },
): Uint8Array {
  const spendType = (leaf ? 2 : 0) + (annex ? 1 : 0)
  return taggedHash(
    'TapSighash',
    Uint8Array.of(0, hashType),
    uint32(transaction.version),
    uint32(transaction.lockTime),
    sha256(outpoints(transaction)),
    sha256(concat(...spent.map((output) => uint64(output.amount)))),
    sha256(concat(...spent.map((output) => withLength(output.script)))),
    sha256(sequences(transaction)),
    sha256(outputs(transaction)),
    Uint8Array.of(spendType),
    uint32(index),
    annex ? sha256(withLength(annex)) : new Uint8Array(),
    leaf ? concat(leaf.hash, Uint8Array.of(0), uint32(leaf.codeSeparator)) : new Uint8Array(),
  )
}
