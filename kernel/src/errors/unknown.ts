import { BaseError } from './base.js'

/** For what was thrown without a word that could be shown. */
export function unknownError(cause?: unknown): BaseError {
  return new BaseError('Unknown error', { code: 'UNKNOWN', cause })
}
