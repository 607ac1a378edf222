import { encodeHex } from '@latchkey/kernel/chain'
import type { SendDecision } from '@latchkey/kernel/contracts'
import { isSame } from '../psbtInputs.js'
import type { Transaction } from '../sdk.js'
import type { PaymentOutput } from './paymentOutput.js'
import type { Coin } from './paymentTrail.js'
import { sendError } from './sendErrors.js'

/**
 * What became of a payment when another transaction spent its coin: paid all the same, canceled, or not to be told.
 *
 * @param outputs What the payment was to pay
 * @throws BaseError `SOURCE_ANSWER_INVALID` for a transaction that doesn't spend the coin
 */
export function judgeSpender(
  { ins, outs }: Pick<Transaction, 'ins' | 'outs'>,
  coin: Coin,
  outputs: readonly PaymentOutput[],
): SendDecision {
  const isOfCoin = ins.some(
    ({ hash, index }) =>
      // Inputs have it the other way round than it is written.
      index === coin.output && encodeHex(Uint8Array.from(hash).reverse()) === coin.transactionId,
  )
  if (!isOfCoin) throw sendError('SOURCE_ANSWER_INVALID', 'It spends other coins.')
  const left = [...outs]
  const isPaid = outputs.every(({ script, amount }) => {
    const place = left.findIndex((out) => out.value === amount && isSame(out.script, script))
    if (place >= 0) left.splice(place, 1)
    return place >= 0
  })
  if (isPaid && outputs.length > 0) return { status: 'confirmed' }
  const paysAnother = outs.some((out) => outputs.some(({ script }) => isSame(out.script, script)))
  return paysAnother || outputs.length === 0 ? perhapsPaid : canceled
}

/** It can't be proven that nothing was paid: such a payment isn't called failed. */
export const perhapsPaid: SendDecision = {
  status: 'confirmed',
  outcome: 'unknown',
  code: 'TRANSACTION_REPLACED',
  reason:
    'Another transaction took its place. It may be the same payment with a higher fee: look in the wallet before you send again.',
}

const canceled: SendDecision = {
  status: 'failed',
  code: 'TRANSACTION_CANCELLED',
  reason: 'It was canceled: another transaction of the account took its place.',
}
