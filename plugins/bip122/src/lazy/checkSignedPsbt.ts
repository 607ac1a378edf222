import { ConnectorError, isKernelError } from '@latchkey/kernel/plugin'
import { invalidAnswer, describeAnswer } from '@latchkey/kernel/chain'
import type { PsbtInput } from '../provider.js'
import { finalSighashes } from './finalSighashes.js'
import { isSame, spentOutput } from './psbtInputs.js'
import { readPsbt } from './readPsbt.js'
import { isSignatureOf, type Psbt } from './sdk.js'

/**
 * Reads what a wallet answered to a PSBT: the same transaction, with a sound signature for every input that was asked
 * for, of the kind that was asked for.
 *
 * @throws ConnectorError `WALLET_ANSWER_INVALID`, or `WALLET_CHANGED_TRANSACTION` when it is not the same transaction.
 */
export function checkSignedPsbt(
  wallet: string,
  asked: Psbt,
  answer: unknown,
  inputs: readonly PsbtInput[],
): Psbt {
  const signed = readAnswer(wallet, answer)
  const before = asked.data.globalMap.unsignedTx.toBuffer()
  if (!isSame(before, signed.data.globalMap.unsignedTx.toBuffer())) throw changed(wallet)
  let combined: Psbt
  try {
    // What the PSBT said of its coins stays: a wallet may leave it out, not replace it.
    combined = asked.clone().combine(signed)
  } catch {
    throw changed(wallet)
  }
  for (const { index, sighash } of inputs) {
    const problem = problemOf(combined, index, sighash ?? asked.data.inputs[index]?.sighashType)
    if (problem) throw invalidAnswer(wallet, 'signPsbt', `input ${index}: ${problem}`)
  }
  return combined
}

function readAnswer(wallet: string, answer: unknown): Psbt {
  try {
    return readPsbt(answer)
  } catch (error) {
    if (isKernelError(error, 'PSBT_INVALID')) throw invalidAnswer(wallet, 'signPsbt', describeAnswer(answer))
    throw error
  }
}

function problemOf(psbt: Psbt, index: number, sighash: number | undefined): string | undefined {
  const input = psbt.data.inputs[index]
  const allowed = sighash === undefined || sighash <= 1 ? [0, 1] : [sighash]
  const problemOfTypes = (types: readonly (number | undefined)[]) =>
    types.some((type) => !allowed.includes(type ?? -1)) ? `sighash type ${types.join()}` : undefined
  // Whether signatures in final scripts are sound is for the network to say; what they leave open is not.
  if (input?.finalScriptSig || input?.finalScriptWitness) {
    return problemOfTypes(finalSighashes(input, isTaproot(spentOutput(psbt, index)?.script)))
  }
  const taproot = [
    ...(input?.tapKeySig ? [input.tapKeySig] : []),
    ...(input?.tapScriptSig ?? []).map((entry) => entry.signature),
  ]
  const ecdsa = (input?.partialSig ?? []).map((entry) => entry.signature)
  if (taproot.length + ecdsa.length === 0) return 'no signature'
  const types = [
    // A taproot signature of 64 bytes is of the type DEFAULT (BIP-341).
    ...taproot.map((signature) => (signature.length === 65 ? signature[64] : 0)),
    ...ecdsa.map((signature) => signature.at(-1)),
  ]
  const problem = problemOfTypes(types)
  if (problem !== undefined) return problem
  try {
    return psbt.validateSignaturesOfInput(index, isSignatureOf) ? undefined : 'a wrong signature'
  } catch (error) {
    return error instanceof Error ? error.message : 'a wrong signature'
  }
}

/** A segregated witness program of version 1 and 32 bytes. */
const isTaproot = (script: Uint8Array | undefined) =>
  script?.length === 34 && script[0] === 0x51 && script[1] === 0x20

function changed(wallet: string): ConnectorError {
  return new ConnectorError(
    `${wallet} answered with another transaction than the one it was given. It was not sent.`,
    {
      code: 'WALLET_CHANGED_TRANSACTION',
      parameters: { wallet },
    },
  )
}
