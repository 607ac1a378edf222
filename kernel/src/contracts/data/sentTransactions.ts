import { event } from '../../keys/event.js'
import type { SubmittedTransaction } from '../capabilities/send.js'
import type { TransactionRecord } from '../capabilities/history.js'

/** A transaction that a feature of this app just gave to the chain, or to a wallet that did not say what it did with it, for whoever shows activity or balances. */
export interface TransactionSent {
  /** Address of the account, in the namespace's own form. */
  readonly address: string
  /** As it will look in the activity, with status `pending`. */
  readonly record: TransactionRecord
  /** When the wallet was asked, in milliseconds since the epoch. Now, when absent. */
  readonly askedAt?: number
  /** Settles when the chain has decided. Absent while no transaction is known that could be waited for. */
  readonly wait?: SubmittedTransaction['wait']
}

export const TransactionSubmitted = event<TransactionSent>('TRANSACTION_SUBMITTED')

export interface TransactionDecided {
  readonly address: string
  readonly record: TransactionRecord
  /** `record.id` of its `TransactionSubmitted`, where the wallet named the transaction later. */
  readonly submittedAs?: string
}

/**
 * The chain has decided: `record.status` is `confirmed` or `failed`. Balances are read again on this. A record that is
 * still `isUncertain` came to nothing: the wallet has made no transaction of it.
 */
export const TransactionSettled = event<TransactionDecided>('TRANSACTION_SETTLED')
