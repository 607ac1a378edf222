import { BaseError } from '@latchkey/kernel/plugin'

/** Faults of the embedded wallet and of email login. */

/** @param seconds Left until the next email may be asked for. */
export function emailThrottled(seconds: number): BaseError {
  return new BaseError(`Please try again after ${seconds} seconds`, {
    code: 'EMAIL_THROTTLED',
    parameters: { seconds },
  })
}

export function requestNotAllowed(method: string): BaseError {
  return new BaseError('Requested RPC call is not allowed', {
    code: 'RPC_CALL_NOT_ALLOWED',
    metaMessages: [`Method: ${method}`],
  })
}

/** Tells a person, 300 ms after the app asked for a method that is not allowed. */
export function actionNotAllowed(cause?: unknown): BaseError {
  return new BaseError('Action not allowed', { code: 'ACTION_NOT_ALLOWED', cause })
}

export function emailLoginUnavailable(cause?: unknown): BaseError {
  return new BaseError('Unable to load email login dependency', { code: 'EMAIL_LOGIN_UNAVAILABLE', cause })
}

/** A request other than an RPC call was given up. */
export function somethingWentWrong(cause?: unknown): BaseError {
  return new BaseError('Something went wrong', { code: 'SOMETHING_WENT_WRONG', cause })
}

/** @param message What the frame said. Default the specification's sentence for a frame that says nothing. */
export function frameError(message?: string): BaseError {
  return new BaseError(message || 'An error occurred', { code: 'FRAME_ERROR' })
}

/** The frame did not load within 20 s: `iframe_load_failed`. */
export function embeddedWalletUnavailable(cause?: unknown): BaseError {
  return new BaseError('Network Error - Could not load embedded wallet', {
    code: 'IFRAME_LOAD_FAILED',
    cause,
    metaMessages: ['Reason: iframe_load_failed'],
  })
}

/** The frame did not answer within 30 s: `iframe_request_timeout`. */
export function embeddedWalletTimedOut(): BaseError {
  return new BaseError('Embedded Wallet Request Timed Out', {
    code: 'IFRAME_REQUEST_TIMEOUT',
    metaMessages: ['Reason: iframe_request_timeout'],
  })
}
