import { concat, isEqualBytes, readBase64 } from '../../message/bytes.js'
import type { WorkBudget } from '../createWorkBudget.js'
import { ByteReader } from './ByteReader.js'
import { OP_RETURN_SCRIPT, toSign, toSpend } from './bip322Transactions.js'
import type { BitcoinAddress } from '../../message/bitcoinAddress.js'
import { readPsbt, type SignedTransaction } from './readPsbt.js'
import { readTransaction, transactionId } from './Transaction.js'
import { ScriptError } from './ScriptError.js'
import { hash160 } from './ScriptMachine.js'
import { verifyInput } from './verifyInput.js'

export type Bip322Variant = 'simple' | 'full' | 'proof-of-funds'

/** The three results of BIP-322, and `malformed` for what is no signature at all. */
export type Bip322Result =
  | {
      readonly state: 'valid'
      readonly variant: Bip322Variant
      /** Lock time and sequence of to_sign: the signature holds from then on. Zero in a simple signature. */
      readonly lockTime: number
      readonly sequence: number
    }
  | { readonly state: 'invalid' | 'inconclusive' | 'malformed'; readonly reason: string }

const VARIANTS = { smp: 'simple', ful: 'full', pof: 'proof-of-funds' } as const

/**
 * Verifies a BIP-322 signature (version 2.0.0): base64 with the prefix `smp`, `ful` or `pof`. Without a prefix
 * it is read as simple and, when it cannot be one, as full, which older wallets send. Whether the other inputs
 * of a proof of funds are unspent is not looked up.
 * @throws WorkBudgetSpent when `work` does not cover the scripts of the signature
 */
export function verifyBip322(
  message: Uint8Array,
  address: BitcoinAddress,
  signature: string,
  work: WorkBudget,
): Bip322Result {
  const variant = VARIANTS[signature.slice(0, 3) as keyof typeof VARIANTS]
  const bytes = readBase64(variant ? signature.slice(3) : signature)
  if (!bytes || bytes.length === 0) return { state: 'malformed', reason: 'A BIP-322 signature is base64.' }
  const spend = toSpend(message, address.script)
  const read = (form: Bip322Variant) => readSigned(form, bytes, spend, address)
  try {
    const form = variant ?? (isStack(bytes) ? 'simple' : 'full')
    const signed = read(form)
    check(signed, spend, form, work)
    const [input] = signed.transaction.inputs
    const { lockTime } = signed.transaction
    return { state: 'valid', variant: form, lockTime, sequence: input?.sequence ?? 0 }
  } catch (error) {
    if (error instanceof ScriptError) return { state: error.outcome, reason: error.message }
    if (error instanceof RangeError) return { state: 'malformed', reason: error.message }
    throw error
  }
}

function isStack(bytes: Uint8Array): boolean {
  try {
    const reader = new ByteReader(bytes)
    reader.stack()
    return reader.isAtEnd
  } catch {
    return false
  }
}

function readSigned(
  variant: Bip322Variant,
  bytes: Uint8Array,
  spend: ReturnType<typeof toSpend>,
  address: BitcoinAddress,
): SignedTransaction {
  if (variant === 'proof-of-funds') {
    const { transaction, spent } = readPsbt(bytes)
    return { transaction, spent: [spend.outputs[0], ...spent.slice(1)] }
  }
  if (variant === 'full') return { transaction: readTransaction(bytes), spent: [spend.outputs[0]] }
  const reader = new ByteReader(bytes)
  const witness = reader.stack()
  reader.end()
  return { transaction: toSign(spend, nestedScript(address, witness), witness), spent: [spend.outputs[0]] }
}

/** A simple signature leaves out the script a nested address needs; for P2SH-P2WPKH it follows from the key. */
function nestedScript(address: BitcoinAddress, witness: readonly Uint8Array[]): Uint8Array {
  if (address.kind !== 'p2sh') return new Uint8Array()
  const key = witness[1]
  if (witness.length !== 2 || !key) {
    throw new ScriptError('A simple signature cannot be checked for this script hash.', 'inconclusive')
  }
  return concat(Uint8Array.of(22, 0, 20), hash160(key))
}

/** The rules for to_sign, then every input. */
function check(
  { transaction, spent }: SignedTransaction,
  spend: ReturnType<typeof toSpend>,
  form: Bip322Variant,
  work: WorkBudget,
) {
  const [input] = transaction.inputs
  const [output] = transaction.outputs
  if (input?.index !== 0 || !isEqualBytes(input.txid, transactionId(spend))) {
    throw new ScriptError('The signature is for another message or address.')
  }
  const returns = output?.amount === 0n && isEqualBytes(output.script, OP_RETURN_SCRIPT)
  if (transaction.outputs.length !== 1 || !returns)
    throw new ScriptError('to_sign must have one empty output.')
  if (transaction.version !== 0 && transaction.version !== 2) {
    throw new ScriptError('to_sign must have version 0 or 2.', 'inconclusive')
  }
  if (form !== 'proof-of-funds' && transaction.inputs.length !== 1) {
    throw new ScriptError('to_sign must have one input.')
  }
  const known = spent.filter((spentOutput) => spentOutput !== undefined)
  if (known.length !== transaction.inputs.length)
    throw new ScriptError('An output is not given.', 'inconclusive')
  for (const index of transaction.inputs.keys()) verifyInput({ transaction, index, spent: known }, work)
}
