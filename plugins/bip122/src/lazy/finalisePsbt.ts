import { encodeHex } from '@latchkey/kernel/chain'
import { BaseError } from '@latchkey/kernel/plugin'
import type { Psbt } from './sdk.js'

export interface FinalTransaction {
  /** Hex. */
  readonly transaction: string
  readonly transactionId: string
}

/** Whether every input is signed or final already. */
export function isComplete(psbt: Psbt): boolean {
  return finalised(psbt.clone()) === undefined
}

/**
 * Turns signatures into final scripts, in place, and takes the transaction out.
 * @throws BaseError `PSBT_INCOMPLETE` when any input is not signed, `FEE_TOO_HIGH` above 5000 sat/vB.
 */
export function finalisePsbt(psbt: Psbt): FinalTransaction {
  const problem = finalised(psbt)
  if (problem !== undefined) {
    throw new BaseError('This transaction is not signed by everyone who has to sign it.', {
      code: 'PSBT_INCOMPLETE',
      metaMessages: [`First open input: ${problem}`],
    })
  }
  try {
    const transaction = psbt.extractTransaction()
    return { transaction: encodeHex(transaction.toBuffer()), transactionId: transaction.getId() }
  } catch (cause) {
    throw new BaseError('The fee of this transaction is too high to be meant. It was not sent.', {
      code: 'FEE_TOO_HIGH',
      cause,
    })
  }
}

/** Finalises what can be; the first input that cannot be, or `undefined`. */
function finalised(psbt: Psbt): number | undefined {
  for (const [index, input] of psbt.data.inputs.entries()) {
    if (input.finalScriptSig || input.finalScriptWitness) continue
    try {
      psbt.finalizeInput(index)
    } catch {
      return index
    }
  }
  return undefined
}
