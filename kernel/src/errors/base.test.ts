import { describe, expect, it } from 'vitest'
import { BaseError, isKernelError, messageOf } from './base.js'
import { ConnectorError, isUserRejection } from './connector.js'
import { UserRejectedError } from './userRejected.js'
import { KernelConfigError, PluginError } from './kernel.js'
import { HttpStatusError } from './httpStatus.js'
import { NetworkError } from './network.js'

describe('BaseError', () => {
  it('shows people one sentence and developers the rest', () => {
    const error = new BaseError('It went wrong.', {
      code: 'WRONG',
      metaMessages: ['Received: 1', 'Expected: 2'],
      docsPath: '@latchkey/kernel/README.md#session',
      rpcCode: 7,
      cause: 'why',
    })
    expect(error.message).toMatchInlineSnapshot(`
      "It went wrong.

      Received: 1
      Expected: 2

      Docs: @latchkey/kernel/README.md#session"
    `)
    expect(error).toMatchObject({ shortMessage: 'It went wrong.', code: 'WRONG', rpcCode: 7, cause: 'why' })
    expect(error).toBeInstanceOf(Error)
  })

  it('is nothing but its sentence without more', () => {
    const error = new BaseError('Plain.', { code: 'PLAIN' })
    expect([error.message, 'cause' in error, error.metaMessages, error.rpcCode]).toEqual([
      'Plain.',
      false,
      [],
      undefined,
    ])
  })

  it.each([
    [new ConnectorError('x', { code: 'X' }), 'ConnectorError'],
    [new UserRejectedError(), 'UserRejectedError'],
    [new NetworkError('x', { code: 'X' }), 'NetworkError'],
    [new HttpStatusError(500, 'http://a/', ''), 'HttpStatusError'],
    [new KernelConfigError([]), 'KernelConfigError'],
    [new PluginError('a', 'x', { code: 'X' }), 'PluginError'],
  ])('%s is one, by name and by class', (error, name) => {
    expect(error).toBeInstanceOf(BaseError)
    expect(error.name).toBe(name)
    expect(isKernelError(error)).toBe(true)
  })
})

describe('walk', () => {
  const root = { code: -32603 }
  const middle = new Error('middle', { cause: root })
  const top = new BaseError('Top.', { code: 'TOP', cause: middle })

  it('answers the first error of the chain that matches, itself included', () => {
    expect(top.walk((error) => error === top)).toBe(top)
    expect(top.walk((error) => error instanceof Error && error.message === 'middle')).toBe(middle)
    expect(top.walk((error) => (error as { code?: unknown }).code === -32603)).toBe(root)
  })

  it('answers undefined, and not the last error, when none matches', () => {
    expect(top.walk(() => false)).toBeUndefined()
  })

  it('ends in a circle', () => {
    const one: { cause?: unknown } = {}
    const two = { cause: one }
    one.cause = two
    let asked = 0
    const error = new BaseError('x', { code: 'X', cause: one })
    expect(error.walk(() => ++asked < 0)).toBeUndefined()
    expect(asked).toBe(3)
  })
})

describe('isKernelError', () => {
  it.each([undefined, null, 'X', 1, {}, { code: 4001, shortMessage: 'x' }, { code: 'X' }, new Error('x')])(
    'does not take %s for one',
    (value) => {
      expect(isKernelError(value)).toBe(false)
    },
  )
})

describe('isUserRejection', () => {
  it('goes by the code of one of our errors', () => {
    expect(isUserRejection(new UserRejectedError())).toBe(true)
    const others = [undefined, { code: 'USER_REJECTED' }, { code: 4001 }, new Error('User rejected')]
    expect(others.map(isUserRejection)).toEqual([false, false, false, false])
  })

  it('has its own sentence', () => {
    expect(new UserRejectedError({ rpcCode: 4001 })).toMatchObject({
      code: 'USER_REJECTED',
      rpcCode: 4001,
      shortMessage: 'The request was declined in the wallet.',
    })
  })
})

describe('messageOf', () => {
  it.each([
    [new BaseError('Short.', { code: 'X', metaMessages: ['long'] }), 'Short.'],
    [new Error('plain'), 'plain'],
    ['text', 'text'],
    [new Error(''), 'Unknown error'],
    ['', 'Unknown error'],
    [undefined, 'Unknown error'],
    [null, 'Unknown error'],
    [{ message: 'no error' }, 'Unknown error'],
  ])('of %s is "%s"', (error, sentence) => {
    expect(messageOf(error)).toBe(sentence)
  })

  it('is never longer than 300 characters', () => {
    expect(messageOf('x'.repeat(301))).toHaveLength(300)
    expect(messageOf('x'.repeat(300))).toBe('x'.repeat(300))
  })
})

describe('HttpStatusError', () => {
  it('has the sentence of the specification', () => {
    expect(new HttpStatusError(429, 'https://a.example/b', 'slow down').message).toMatchInlineSnapshot(`
      "HTTP status code: 429

      URL: https://a.example/b
      Body: slow down"
    `)
  })
})
