import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base64, hex } from '@scure/base'
import { RawTx, RawWitness, Script, Transaction } from '@scure/btc-signer'
import type { BitcoinKey } from './bitcoinKeys.js'

/** BIP-322's message hash: BIP-340's tagged hash with the tag `BIP0322-signed-message`. */
export function bip322MessageHash(message: string): Uint8Array {
  const tag = sha256(utf8ToBytes('BIP0322-signed-message'))
  return sha256(concatBytes(tag, tag, utf8ToBytes(message)))
}

/** The transaction id of the virtual transaction that the signature spends. */
export function bip322ToSpendId(message: string, script: Uint8Array): string {
  const bytes = RawTx.encode({
    version: 0,
    segwitFlag: false,
    inputs: [
      {
        txid: new Uint8Array(32),
        index: 0xffffffff,
        finalScriptSig: Script.encode(['OP_0', bip322MessageHash(message)]),
        sequence: 0,
      },
    ],
    outputs: [{ amount: 0n, script }],
    witnesses: undefined,
    lockTime: 0,
  })
  return hex.encode(sha256(sha256(bytes)).reverse())
}

/** The virtual transaction to sign. */
export function bip322ToSign(message: string, script: Uint8Array, tapInternalKey?: Uint8Array): Transaction {
  const transaction = new Transaction({
    version: 0,
    allowUnknownVersion: true,
    allowUnknownOutputs: true,
  })
  transaction.addInput({
    txid: bip322ToSpendId(message, script),
    index: 0,
    sequence: 0,
    witnessUtxo: { script, amount: 0n },
    ...(tapInternalKey ? { tapInternalKey } : {}),
  })
  transaction.addOutput({ script: Script.encode(['RETURN']), amount: 0n })
  return transaction
}

/** Signs a message in BIP-322's simple form: the witness in base64, without a prefix, as wallets answer. */
export function signBip322(message: string, key: BitcoinKey): string {
  const internalKey = key.addressType === 'p2tr' ? key.publicKey : undefined
  const transaction = bip322ToSign(message, key.script, internalKey)
  transaction.signIdx(key.privateKey, 0)
  transaction.finalizeIdx(0)
  const witness = transaction.getInput(0).finalScriptWitness
  if (!witness) throw new Error('The message could not be signed.')
  return base64.encode(RawWitness.encode(witness))
}
