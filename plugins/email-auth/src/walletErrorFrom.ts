import { markNothingSent, rpcErrorFrom } from '@latchkey/kernel/chain'
import { BaseError, UserRejectedError } from '@latchkey/kernel/plugin'
import { requestAborted, invalidConfiguration, notConnected, sessionExpired } from '@latchkey/kernel/wallet'
import {
  emailThrottled,
  embeddedWalletTimedOut,
  embeddedWalletUnavailable,
  frameError,
  requestNotAllowed,
  somethingWentWrong,
} from './embeddedErrors.js'
import { FrameError, type FrameErrorCode, type TransportErrorCode } from './protocol/frameError.js'

/** What a person reads. The frame's own words are kept as the cause: they may be of another version. */
const sentences: Readonly<Partial<Record<FrameErrorCode, string>>> = {
  code_wrong: 'This code isn’t right. Check it and try again.',
  code_expired: 'This code has expired. Request a new one.',
  too_many_tries: 'Too many tries. Request a new code.',
  device_not_approved: 'This device wasn’t approved. Start over.',
  login_failed: 'You couldn’t be logged in. Start over.',
  provider_unavailable: 'You can’t sign in this way right now. Choose another way.',
  email_taken: 'This email belongs to another account. Use another one.',
  email_unchanged: 'This is your email already. Use another one.',
  limit_reached: 'Your wallet can’t have any more of these.',
  recovery_needed: 'This wallet has to be recovered on this device first.',
  recovery_failed: 'This wallet couldn’t be recovered. Check the code and try again.',
  too_many_requests: 'Too many requests were made. Wait a moment and try again.',
  service_unavailable: 'The wallet’s service can’t be reached. Try again later.',
  not_available: 'This wallet can’t do that.',
}

/**
 * Returns the product's error for what went wrong between the app and the frame.
 *
 * @param method JSON-RPC method, when one was asked for
 */
export function walletErrorFrom(error: unknown, method?: string): BaseError {
  if (error instanceof BaseError) return error
  if (!(error instanceof FrameError)) return frameError()
  const made = madeOf(error, method)
  return error.nothingSigned ? markNothingSent(made) : made
}

function madeOf(error: FrameError, method: string | undefined): BaseError {
  const known = knownErrors(error, method)[error.code]
  if (known) return known()
  if (method !== undefined && error.rpcCode !== undefined) {
    return rpcErrorFrom({ code: error.rpcCode, message: error.message }, { method })
  }
  const sentence = sentences[error.code as FrameErrorCode]
  return sentence === undefined
    ? frameError(error.message)
    : new BaseError(sentence, { code: error.code.toUpperCase(), cause: error })
}

type Made = Readonly<Partial<Record<TransportErrorCode | FrameErrorCode, () => BaseError>>>

const knownErrors = (error: FrameError, method: string | undefined): Made => ({
  iframe_load_failed: () => embeddedWalletUnavailable(error),
  iframe_request_timeout: () => embeddedWalletTimedOut(),
  unverified_domain: () => invalidConfiguration('unverifiedDomain', error),
  aborted: () => (method === undefined ? somethingWentWrong(error) : requestAborted(error)),
  frame_gone: () => new BaseError(error.message, { code: 'FRAME_GONE', cause: error, rpcCode: 4900 }),
  user_rejected: () => new UserRejectedError(),
  session_expired: () => sessionExpired(error),
  not_connected: () => notConnected(),
  method_not_allowed: () => requestNotAllowed(method ?? ''),
  email_throttled: () => emailThrottled(error.retryAfter ?? 30),
  ...(method === undefined
    ? { invalid_request: () => new BaseError('Invalid email', { code: 'EMAIL_INVALID', cause: error }) }
    : {}),
})
