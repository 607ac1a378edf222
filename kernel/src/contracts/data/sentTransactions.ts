import { event } from '../../keys/event.js'
import type { ReplaceWay } from '../capabilities/replace.js'
import type { SubmittedTransaction } from '../capabilities/send.js'
import type { TransactionRecord } from '../capabilities/history.js'

/**
 * A transaction that a feature of this app just gave to the chain, or to a wallet that didn't say what it did with it. Views of
 * activity and balances follow it.
 */
export interface TransactionSent {
  /** Address of the account, in the namespace's own form. */
  readonly address: string
  /** As it will look in the activity, with status `pending`. */
  readonly record: TransactionRecord
  /** When the wallet was asked, in milliseconds since the epoch. Now, when absent. */
  readonly askedAt?: number
  /** The pending transaction whose place this one takes (`Replace`): one of the two goes through. */
  readonly replaces?: {
    readonly record: TransactionRecord
    readonly way: ReplaceWay
    /** `SubmittedReplacement.trail`, as far as it is known. */
    readonly trail?: string
  }
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
