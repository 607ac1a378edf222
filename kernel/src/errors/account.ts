import { BaseError } from './base.js'

/** Faults of what is shown of an account: balances, activity, the account itself. */

export function balanceUnavailable(cause?: unknown): BaseError {
  return new BaseError('Token Balance Unavailable', { code: 'BALANCE_UNAVAILABLE', cause })
}

export function transactionsUnavailable(cause?: unknown): BaseError {
  return new BaseError('Failed to fetch transactions', { code: 'TRANSACTIONS_UNAVAILABLE', cause })
}
