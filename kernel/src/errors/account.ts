import { BaseError } from './base.js'

/** Faults of what is shown of an account: balances, activity, the account itself. */

export function balanceUnavailable(cause?: unknown): BaseError {
  return new BaseError('Token Balance Unavailable', { code: 'BALANCE_UNAVAILABLE', cause })
}

export function transactionsUnavailable(cause?: unknown): BaseError {
  return new BaseError('Failed to fetch transactions', { code: 'TRANSACTIONS_UNAVAILABLE', cause })
}

export function transactionsNeedAddress(): BaseError {
  return new BaseError("Transactions can't be fetched without an accountAddress", {
    code: 'TRANSACTIONS_ADDRESS_MISSING',
  })
}

export function activeAddressMissing(): BaseError {
  return new BaseError('No ActiveCaipAddress found', { code: 'ACTIVE_ADDRESS_MISSING' })
}

export function activeNetworkMissing(): BaseError {
  return new BaseError('No ActiveCaipNetwork or client found', { code: 'ACTIVE_NETWORK_MISSING' })
}
