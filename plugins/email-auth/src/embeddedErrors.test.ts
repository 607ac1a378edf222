import { isKernelError } from '@latchkey/kernel/plugin'
import { expect, it } from 'vitest'
import {
  actionNotAllowed,
  emailLoginUnavailable,
  emailThrottled,
  embeddedWalletTimedOut,
  embeddedWalletUnavailable,
  frameError,
  requestNotAllowed,
  somethingWentWrong,
} from './embeddedErrors.js'

it("says the specification's sentences, each with a code of its own", () => {
  const errors = [
    emailThrottled(12),
    requestNotAllowed('eth_sign'),
    actionNotAllowed(),
    emailLoginUnavailable(),
    somethingWentWrong(),
    frameError(),
    embeddedWalletUnavailable(),
    embeddedWalletTimedOut(),
  ]
  expect(errors.every((error) => isKernelError(error))).toBe(true)
  expect(errors.map(({ code, shortMessage }) => `${code}: ${shortMessage}`)).toEqual([
    'EMAIL_THROTTLED: Please try again after 12 seconds',
    'RPC_CALL_NOT_ALLOWED: Requested RPC call is not allowed',
    'ACTION_NOT_ALLOWED: Action not allowed',
    'EMAIL_LOGIN_UNAVAILABLE: Unable to load email login dependency',
    'SOMETHING_WENT_WRONG: Something went wrong',
    'FRAME_ERROR: An error occurred',
    'IFRAME_LOAD_FAILED: Network Error - Could not load embedded wallet',
    'IFRAME_REQUEST_TIMEOUT: Embedded Wallet Request Timed Out',
  ])
})

it('lets the frame speak for itself when it has something to say', () => {
  expect([frameError('Otp expired').shortMessage, frameError('').shortMessage]).toEqual([
    'Otp expired',
    'An error occurred',
  ])
})
