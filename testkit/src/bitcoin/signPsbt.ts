import { bytesToHex } from '@noble/hashes/utils.js'
import { SigHash, Transaction } from '@scure/btc-signer'
import { rpcErrors } from '../evm/providerRpcError.js'
import type { BitcoinKey } from './bitcoinKeys.js'

/** Which inputs to sign with which key. */
export interface PsbtSigning {
  readonly key: BitcoinKey
  readonly indexes: readonly number[]
  /** Signature hash types that are allowed. @default DEFAULT for taproot, ALL, and nothing else */
  readonly sighashTypes?: readonly number[] | undefined
}

const options = { allowUnknownOutputs: true, allowUnknownInputs: true } as const
const usualSighashTypes: readonly number[] = [SigHash.DEFAULT, SigHash.ALL]

/** Reads a PSBT (BIP-174, 371). @throws ProviderRpcError -32602 */
export function readPsbt(bytes: Uint8Array): Transaction {
  try {
    return Transaction.fromPSBT(bytes, options)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw rpcErrors.invalidParams('the request', `the PSBT cannot be read: ${reason}`)
  }
}

/** Signs the named inputs and no others. @throws ProviderRpcError -32602 when an input is not the key's */
export function signPsbt(transaction: Transaction, signings: readonly PsbtSigning[]): void {
  for (const { key, indexes, sighashTypes } of signings) {
    for (const index of indexes) {
      if (!Number.isInteger(index) || index < 0 || index >= transaction.inputsLength) {
        throw rpcErrors.invalidParams('the request', `the PSBT has no input ${index}`)
      }
      if (spentScript(transaction, index) !== bytesToHex(key.script)) {
        throw rpcErrors.invalidParams('the request', `input ${index} does not belong to ${key.address}`)
      }
      if (key.addressType === 'p2tr') transaction.updateInput(index, { tapInternalKey: key.publicKey })
      transaction.signIdx(key.privateKey, index, [...(sighashTypes ?? usualSighashTypes)] as SigHash[])
    }
  }
}

/** The inputs a wallet signs when the page names none: all that are its own. */
export function ownInputs(transaction: Transaction, keys: readonly BitcoinKey[]): readonly PsbtSigning[] {
  const indexes = Array.from({ length: transaction.inputsLength }, (_, index) => index)
  return keys.flatMap((key) => {
    const own = indexes.filter((index) => spentScript(transaction, index) === bytesToHex(key.script))
    return own.length > 0 ? [{ key, indexes: own }] : []
  })
}

function spentScript(transaction: Transaction, index: number): string | undefined {
  const input = transaction.getInput(index)
  const previous = input.nonWitnessUtxo?.outputs[input.index ?? 0] ?? input.witnessUtxo
  return previous && bytesToHex(previous.script)
}
