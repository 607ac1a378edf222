import { expect, test } from 'vitest'
import * as protocol from './index.js'

test('the times are those of the specification', () => {
  const { readyLimit, settleDelay, requestLimit, emailPause, notAllowedDelay, codeLifetime } = protocol
  expect({ readyLimit, settleDelay, requestLimit, emailPause, notAllowedDelay, codeLifetime }).toEqual({
    readyLimit: 20_000,
    settleDelay: 500,
    requestLimit: 30_000,
    emailPause: 30_000,
    notAllowedDelay: 300,
    codeLifetime: 1_200_000,
  })
})

test.each([
  [undefined, 0],
  [0, 30],
  [1, 30],
  [1000, 29],
  [29_000, 1],
  [29_999, 1],
  [30_000, 0],
  [-1, 0],
  [Number.NaN, 0],
])('an email that was asked for %s ms ago leaves %s seconds', (ago, seconds) => {
  const now = 1_790_000_000_000
  expect(protocol.secondsUntilNextEmail(ago === undefined ? undefined : now - ago, now)).toBe(seconds)
})

test('the throttle speaks the words of the specification', () => {
  expect(protocol.throttleSentence(7)).toBe('Please try again after 7 seconds')
})

test('the parts of the protocol', () => {
  expect(Object.keys(protocol).sort()).toMatchSnapshot()
})

test('everything that can be asked, and how long it may take', () => {
  const rows = Object.entries(protocol.requests).map(([type, request]) => {
    const limit = 'limit' in request ? `${request.limit / 1000} s` : 'no limit'
    return `${type}: ${request.pace}, ${limit}`
  })
  expect(rows).toMatchSnapshot()
})
