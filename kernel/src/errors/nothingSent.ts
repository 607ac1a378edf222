import { type BaseError, isKernelError } from './base.js'
import { readField } from './readField.js'

/**
 * Marks an error of a wallet that certainly signed nothing for the request, so that nobody is told that money may have left. Only for
 * a wallet whose code is this project's own: what another one says of itself isn't proven.
 *
 * @returns the same error
 */
export const markNothingSent = <Failure extends BaseError>(error: Failure): Failure =>
  Object.assign(error, { isNothingSent: true })

/** Whether {@link markNothingSent} marked it. What a wallet threw itself isn't one of our errors, whatever it says. */
export const isNothingSent = (error: unknown): boolean =>
  isKernelError(error) && readField(error, 'isNothingSent') === true
