import { BaseError } from './base.js'

/** Faults of a draft that is not complete. */

export function sendIncomplete(): BaseError {
  return new BaseError('An amount and receiver address are required', { code: 'SEND_INCOMPLETE' })
}

export function sendTokenMissing(): BaseError {
  return new BaseError('A token is required', { code: 'SEND_TOKEN_MISSING' })
}
