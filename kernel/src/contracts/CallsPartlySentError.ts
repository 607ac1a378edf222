import { BaseError, messageOf } from '../errors/base.js'

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
    super(
      `Only ${transactions.length} of ${steps} transactions ${transactions.length === 1 ? 'was' : 'were'} sent. What was sent can’t be undone; try again to send the rest.`,
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
