import { describe, expect, it } from 'vitest'
import { createVerifier, type VerifierOptions } from './createVerifier.js'
import { eip155 } from './eip155/eip155.js'
import { createHandlers } from './handlers/createHandlers.js'
import { memoryRateLimit } from './handlers/memoryRateLimit.js'
import { memoryNonces } from './nonces/memoryNonces.js'
import { createSessions } from './sessions/createSessions.js'
import { memorySessions } from './sessions/memorySessions.js'

const verifier = (options: Partial<VerifierOptions> = {}) =>
  createVerifier({ domain: 'app.example', verifiers: [eip155()], nonces: memoryNonces(), ...options })
const sessions = (options: object = {}) =>
  createSessions({ store: memorySessions(), secrets: ['s'.repeat(32)], ...options })

const handlers = (options: object = {}) =>
  createHandlers({ verifier: verifier(), sessions: sessions(), origins: ['https://app.example'], ...options })

const makers: readonly (readonly [name: string, make: (options: object) => unknown])[] = [
  ...['clockSkew', 'maxAge', 'nonceLifetime'].map((name) => [name, verifier] as const),
  ...['lifetime', 'rotateAfter', 'grace'].map((name) => [name, sessions] as const),
  ...['nonceLifetime', 'verifyTimeout'].map((name) => [name, handlers] as const),
  ['window', (options) => memoryRateLimit({ keyOf: () => '', ...options })],
]

describe.each(makers)('the option %s', (name, make) => {
  it('must be a number of seconds: a time that compares with nothing never comes', () => {
    const values = [Number.NaN, -1, ...(name === 'maxAge' ? [] : [Number.POSITIVE_INFINITY])]
    for (const value of values) {
      expect(() => make({ [name]: value })).toThrow(
        `cannot start: ${name} is ${value}. Give a number of seconds, 0 or more.`,
      )
    }
    expect(() => make({ [name]: 10 })).not.toThrow()
    expect(() => make({ [name]: undefined })).not.toThrow()
  })
})

it('the limit of requests must be a number', () => {
  expect(() => memoryRateLimit({ keyOf: () => '', limit: Number.NaN })).toThrow(
    'memoryRateLimit cannot start: limit is NaN. Give a number of requests, 0 or more.',
  )
})

it.each(['https://app.example', 'app.example/', ''])('the domain must be a host, not "%s"', (domain) => {
  expect(() => verifier({ domain })).toThrow('createVerifier cannot start: the domain')
})
