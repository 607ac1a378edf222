import { utf8ToBytes } from '@noble/hashes/utils.js'
import { concat } from '../../message/bytes.js'
import { type Transaction, transactionId } from './Transaction.js'
import { taggedHash } from './wire.js'

/** The one output of every to_sign: OP_RETURN. */
export const OP_RETURN_SCRIPT = Uint8Array.of(0x6a)

/** The message hash of BIP-322. */
export function bip322Hash(message: Uint8Array | string): Uint8Array {
  return taggedHash('BIP0322-signed-message', typeof message === 'string' ? utf8ToBytes(message) : message)
}

/** The virtual transaction that commits to message and address (BIP-322 to_spend). */
export function toSpend(message: Uint8Array, script: Uint8Array): Transaction {
  const input = {
    txid: new Uint8Array(32),
    index: 0xffffffff,
    scriptSig: concat(Uint8Array.of(0, 32), bip322Hash(message)),
    sequence: 0,
    witness: [],
  }
  return { version: 0, inputs: [input], outputs: [{ amount: 0n, script }], lockTime: 0 }
}

/** The virtual transaction a simple signature is the witness of (BIP-322 to_sign). */
export function toSign(
  spend: Transaction,
  scriptSig: Uint8Array,
  witness: readonly Uint8Array[],
): Transaction {
  const input = { txid: transactionId(spend), index: 0, scriptSig, sequence: 0, witness }
  return { version: 0, inputs: [input], outputs: [{ amount: 0n, script: OP_RETURN_SCRIPT }], lockTime: 0 }
}
