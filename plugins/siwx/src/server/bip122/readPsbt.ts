import { isEqualBytes } from '../../message/bytes.js'
import { ByteReader } from './ByteReader.js'
import {
  readOutput,
  readTransaction,
  type Transaction,
  type TransactionOutput,
  transactionId,
} from './Transaction.js'

/** A finalised PSBT: the signed transaction and the outputs its inputs spend. */
export interface SignedTransaction {
  readonly transaction: Transaction
  readonly spent: readonly (TransactionOutput | undefined)[]
}

const MAGIC = Uint8Array.of(0x70, 0x73, 0x62, 0x74, 0xff)

const Key = { transaction: 0x00, wholeUtxo: 0x00, utxo: 0x01, finalScript: 0x07, finalWitness: 0x08 } as const

/** Reads a finalised PSBT of version 0 (BIP-174). Throws RangeError when it is not one. */
export function readPsbt(bytes: Uint8Array): SignedTransaction {
  const reader = new ByteReader(bytes)
  if (!isEqualBytes(reader.take(5), MAGIC)) throw new RangeError('The bytes are not a PSBT.')
  const unsigned = readMap(reader).get(Key.transaction)
  if (!unsigned) throw new RangeError('The PSBT has no transaction.')
  const transaction = readTransaction(unsigned)
  const maps = transaction.inputs.map(() => readMap(reader))
  const inputs = transaction.inputs.map((input, index) => ({
    ...input,
    scriptSig: maps[index]?.get(Key.finalScript) ?? new Uint8Array(),
    witness: readStack(maps[index]?.get(Key.finalWitness)),
  }))
  const spent = transaction.inputs.map((input, index) => spentOutput(maps[index], input.txid, input.index))
  return { transaction: { ...transaction, inputs }, spent }
}

/** One key-value map, by the type byte of keys that are nothing but their type. */
function readMap(reader: ByteReader): ReadonlyMap<number, Uint8Array> {
  const map = new Map<number, Uint8Array>()
  for (;;) {
    const key = reader.bytesWithLength()
    if (key.length === 0) return map
    const value = reader.bytesWithLength()
    const [type] = key
    if (key.length > 1 || type === undefined) continue
    if (map.has(type)) throw new RangeError('The PSBT has a key twice.')
    map.set(type, value)
  }
}

function readStack(bytes: Uint8Array | undefined): readonly Uint8Array[] {
  if (!bytes) return []
  const reader = new ByteReader(bytes)
  const stack = reader.stack()
  reader.end()
  return stack
}

function spentOutput(
  map: ReadonlyMap<number, Uint8Array> | undefined,
  txid: Uint8Array,
  index: number,
): TransactionOutput | undefined {
  const whole = map?.get(Key.wholeUtxo)
  if (whole) {
    const transaction = readTransaction(whole)
    if (!isEqualBytes(transactionId(transaction), txid))
      throw new RangeError('The PSBT spends another output.')
    return transaction.outputs[index]
  }
  const output = map?.get(Key.utxo)
  return output && readOutput(new ByteReader(output))
}
