import { BaseError } from '../errors/base.js'
import { toDecimal } from './amounts.js'
import type { Amount } from './capabilities/amount.js'

/** A network asks for a fee that no transfer is worth. `SendRequest.highestFee` goes on with it. */
export class FeeUnreasonableError extends BaseError {
  override name = 'FeeUnreasonableError'

  constructor(readonly fee: Amount) {
    const sum = `${toDecimal(fee.value, fee.decimals)} ${fee.symbol}`
    super(
      `The network asks for a fee of up to ${sum}, far more than a transfer is worth. Nothing was sent.`,
      {
        code: 'FEE_UNREASONABLE',
        parameters: { fee },
        metaMessages: ['Another endpoint of the network may ask for less.'],
      },
    )
  }
}
