import { expect, test } from 'vitest'
import { FrameError, frameErrorCodes, type TransportErrorCode } from './protocol/frameError.js'
import { walletErrorFrom } from './walletErrorFrom.js'

/** The sentences of the specification for what goes wrong on the way to the frame. */
test.each([
  ['iframe_load_failed', undefined, 'Network Error', 'EMBEDDED_WALLET'],
  ['iframe_request_timeout', undefined, 'Embedded Wallet Request Timed Out', 'IFRAME_REQUEST_TIMEOUT'],
  ['unverified_domain', undefined, 'Invalid App Configuration', 'UNVERIFIED_DOMAIN'],
  ['aborted', undefined, 'Something went wrong', 'SOMETHING_WENT_WRONG'],
  ['aborted', 'personal_sign', 'Request was aborted', 'REQUEST_ABORTED'],
  ['method_not_allowed', 'eth_sign', 'Requested RPC call is not allowed', 'RPC_CALL_NOT_ALLOWED'],
] as const)('%s of %s is said as "%s"', (code, method, sentence, name) => {
  const { shortMessage, code: own } = walletErrorFrom(new FrameError(code), method)
  expect(`${own}: ${shortMessage}`).toContain(sentence)
  if (name !== 'EMBEDDED_WALLET') expect(own).toBe(name)
})

const transport: readonly TransportErrorCode[] = [
  'iframe_load_failed',
  'iframe_request_timeout',
  'unverified_domain',
  'aborted',
  'frame_gone',
  'invalid_reply',
]
test.each([...frameErrorCodes, ...transport])(
  '%s has a sentence and a code of ours, with a method and without',
  (code) => {
    for (const method of [undefined, 'personal_sign']) {
      const error = walletErrorFrom(new FrameError(code), method)
      expect(error.shortMessage).not.toBe('')
      expect(error.code).toMatch(/^[A-Z_]+$/)
    }
  },
)
