import { BaseError, type NetworkId } from '@latchkey/kernel/plugin'
import { parseAddress } from '../address.js'
import { type BitcoinNetwork, familyOf } from '../networks.js'
import type { PsbtInput } from '../provider.js'
import type { SignPsbtRequest } from '../signPsbt.js'
import { type Psbt, scriptOf, Transaction } from './sdk.js'

/** ALL, and DEFAULT of taproot: what commits to the whole transaction. */
const wholeSighashes: readonly (number | undefined)[] = [undefined, 0, 1]

/** The output that an input spends, by the PSBT's own word. */
export function spentOutput(psbt: Psbt, index: number): { script: Uint8Array; value: bigint } | undefined {
  const input = psbt.data.inputs[index]
  const outpoint = psbt.txInputs[index]
  if (!input || !outpoint) return undefined
  if (!input.nonWitnessUtxo) return input.witnessUtxo
  const previous = readTransaction(input.nonWitnessUtxo, index)
  if (!isSame(previous.getHash(), outpoint.hash)) {
    throw inputInvalid(index, 'the transaction given for it is another one')
  }
  const output = previous.outs[outpoint.index]
  if (output && input.witnessUtxo) {
    const { script, value } = input.witnessUtxo
    if (value !== output.value || !isSame(script, output.script)) {
      throw inputInvalid(index, 'its two descriptions contradict each other')
    }
  }
  return output
}

function readTransaction(bytes: Uint8Array, index: number): Transaction {
  try {
    return Transaction.fromBuffer(bytes)
  } catch {
    throw inputInvalid(index, 'what is given as its transaction is none')
  }
}

/**
 * The inputs to be signed, each with its address.
 * @throws BaseError `PSBT_INPUT_INVALID`, `PSBT_NOTHING_TO_SIGN`, `PSBT_SIGHASH_UNUSUAL`
 */
export function chooseInputs(
  psbt: Psbt,
  { account, inputs }: Pick<SignPsbtRequest, 'account' | 'inputs'>,
  network: BitcoinNetwork,
): readonly PsbtInput[] {
  const chosen = inputs?.map((input) => check(psbt, network, { address: account.address, ...input }))
  const own = chosen ?? ownInputs(psbt, account.address, network)
  if (own.length === 0) throw nothingToSign(account.address, network.id)
  for (const { index, sighash } of own) {
    const asked = inputs?.find((input) => input.index === index)?.sighash
    const given = psbt.data.inputs[index]?.sighashType
    // A signature that leaves the outputs open can be used for other ones: it's given only when asked for by name.
    if (!wholeSighashes.includes(given) && asked !== given) throw sighashUnusual(index, given)
    if (given !== undefined && sighash !== undefined && given !== sighash) {
      throw inputInvalid(index, `it asks for the sighash type ${given}, not ${sighash}`)
    }
  }
  return own
}

function ownInputs(psbt: Psbt, address: string, network: BitcoinNetwork): readonly PsbtInput[] {
  const script = scriptOn(address, network)
  if (!script) return []
  return psbt.data.inputs.flatMap((input, index) => {
    const complete = input.finalScriptSig ?? input.finalScriptWitness
    const spent = complete ? undefined : spentOutput(psbt, index)
    return spent && isSame(spent.script, script) ? [{ index, address }] : []
  })
}

/** `undefined` for what is no address of the network. */
function scriptOn(address: string, network: BitcoinNetwork): Uint8Array | undefined {
  const fits = parseAddress(address)?.families.includes(familyOf(network))
  return fits ? scriptOf(address, network) : undefined
}

function check(psbt: Psbt, network: BitcoinNetwork, input: PsbtInput): PsbtInput {
  const { index, address } = input
  const spent = Number.isInteger(index) ? spentOutput(psbt, index) : undefined
  if (!spent) throw inputInvalid(index, 'the PSBT has no such input, or does not say what it spends')
  const script = scriptOn(address, network)
  if (!script || !isSame(spent.script, script)) {
    throw inputInvalid(index, `it is not of the address ${address}`)
  }
  return input
}

export function isSame(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, index) => byte === right[index])
}

function inputInvalid(index: number, why: string): BaseError {
  return new BaseError(`Input ${index} of this transaction can’t be signed.`, {
    code: 'PSBT_INPUT_INVALID',
    parameters: { input: index },
    metaMessages: [`Why: ${why}.`],
  })
}

function nothingToSign(address: string, networkId: NetworkId): BaseError {
  return new BaseError('This account has nothing to sign in this transaction.', {
    code: 'PSBT_NOTHING_TO_SIGN',
    metaMessages: [
      `No open input is of ${address} on ${networkId}. Name the inputs if they are of another account.`,
    ],
  })
}

function sighashUnusual(index: number, sighash: number | undefined): BaseError {
  return new BaseError(
    `Input ${index} asks for a signature that does not cover the whole transaction. It was not signed.`,
    {
      code: 'PSBT_SIGHASH_UNUSUAL',
      parameters: { input: index },
      metaMessages: [`Sighash type: ${sighash}. Name it in "inputs" if this is meant.`],
    },
  )
}
