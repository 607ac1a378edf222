import type { Amount } from '../contracts/capabilities/amount.js'
import { toDecimal } from '../contracts/amounts.js'
import { BaseError } from './base.js'

/** Faults of a draft that is not complete. */

export function sendIncomplete(): BaseError {
  return new BaseError('An amount and receiver address are required', { code: 'SEND_INCOMPLETE' })
}

export function sendTokenMissing(): BaseError {
  return new BaseError('A token is required', { code: 'SEND_TOKEN_MISSING' })
}

/** A network asks for a fee that no transfer is worth. `SendRequest.highestFee` goes on with it. */
export class FeeUnreasonableError extends BaseError {
  override name = 'FeeUnreasonableError'

  constructor(readonly fee: Amount) {
    const sum = `${toDecimal(fee.value, fee.decimals)} ${fee.symbol}`
    super(
      `The network asks for a fee of up to ${sum}, far more than a transfer is worth. Nothing was sent.`,
      {
        code: 'FEE_UNREASONABLE',
        metaMessages: ['Another endpoint of the network may ask for less.'],
      },
    )
  }
}
