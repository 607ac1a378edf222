import { BaseError } from '@latchkey/kernel/plugin'

/** Faults of a draft that isn't complete. */

export function sendIncomplete(): BaseError {
  return new BaseError('An amount and receiver address are required', { code: 'SEND_INCOMPLETE' })
}

export function sendTokenMissing(): BaseError {
  return new BaseError('A token is required', { code: 'SEND_TOKEN_MISSING' })
}

export function activeNetworkMissing(): BaseError {
  return new BaseError('No ActiveCaipNetwork or client found', { code: 'ACTIVE_NETWORK_MISSING' })
}
