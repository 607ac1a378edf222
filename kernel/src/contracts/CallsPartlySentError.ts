import { BaseError, messageOf } from '../errors/base.js'
import { isUserRejection } from '../errors/connector.js'

/** A step of several was declined or failed after earlier ones were done. `cause` says why. */
export class CallsPartlySentError extends BaseError {
  override name = 'CallsPartlySentError'
  /** Ids of what was sent before, oldest first. It stays done. */
  readonly transactions: readonly string[]
  readonly steps: number

  constructor(options: {
    readonly transactions: readonly string[]
    readonly steps: number
    readonly cause: unknown
  }) {
    const { transactions, steps, cause } = options
    const advice = isUserRejection(cause)
      ? 'try again to send the rest'
      : 'check your wallet before you try again'
    const verb = transactions.length === 1 ? 'was' : 'were'
    super(
      `Only ${transactions.length} of ${steps} transactions ${verb} sent. What was sent can’t be undone; ${advice}.`,
      {
        code: 'CALLS_PARTLY_SENT',
        cause,
        metaMessages: [`Sent: ${transactions.join(', ')}`, `The next one: ${messageOf(cause)}`],
      },
    )
    this.transactions = transactions
    this.steps = steps
  }
}
