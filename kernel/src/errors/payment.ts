import { BaseError } from './base.js'

/** A payment link that cannot be made. @param problem What is wrong, for developers. */
export function paymentRequestInvalid(problem: string): BaseError {
  return new BaseError('This payment request cannot be made.', {
    code: 'PAYMENT_REQUEST_INVALID',
    metaMessages: [problem],
  })
}
