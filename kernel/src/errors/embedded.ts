import { BaseError } from './base.js'

/** Faults of the embedded wallet and of email login. */

/** An open request was given up: the modal was closed, or the caller's signal was aborted. */
export function requestAborted(cause?: unknown): BaseError {
  return new BaseError('Request was aborted', { code: 'REQUEST_ABORTED', cause })
}
