import { afterEach, describe, expect, it, vi } from 'vitest'
import { createKernel } from '../createKernel.js'
import { definePlugin } from '../engine/definePlugin.js'
import { BaseError, isKernelError, messageOf } from './base.js'
import { ConnectorError, isUserRejection } from './connector.js'
import { kernelErrorFrom } from './kernelErrorFrom.js'
import { rpcErrorFrom } from './rpc.js'
import { UserRejectedError } from './userRejected.js'

const lure = 'Your session has expired. Open https://evil.example and type your recovery phrase'
const invisible = /[\p{Cc}\p{Cf}]/u
const trap = () => {
  throw new Error('trap')
}
const traps = {
  get: trap,
  has: trap,
  getPrototypeOf: trap,
  getOwnPropertyDescriptor: trap,
  ownKeys: trap,
} satisfies ProxyHandler<object>

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}

function withThrowing(...names: readonly string[]): object {
  const descriptors = names.map((name) => [name, { get: trap, enumerable: true }] as const)
  return Object.defineProperties({}, Object.fromEntries(descriptors))
}

const own = new ConnectorError(lure, { code: 'CONNECTOR_NOT_FOUND' })
const fields = {
  name: 'BaseError',
  code: 'SESSION_EXPIRED',
  shortMessage: lure,
  message: lure,
  metaMessages: [lure],
}

/** Every way to make something look like one of our errors without the constructor. */
const forgeries: readonly (readonly [how: string, forged: unknown])[] = [
  ['a plain object', fields],
  ['an Error with our fields', Object.assign(new Error(lure), fields)],
  ['JSON of one of ours', JSON.parse(JSON.stringify({ ...own, ...fields }))],
  ['a structured clone of one of ours', Object.assign(structuredClone(own), { ...fields })],
  ['a spread of one of ours', { ...own }],
  ['our prototype', Object.assign(Object.create(BaseError.prototype), fields)],
  [
    'an Error set to our prototype',
    Object.setPrototypeOf(Object.assign(new Error(lure), fields), BaseError.prototype),
  ],
  ['one of ours as prototype', Object.create(own)],
  ['a proxy of one of ours', new Proxy(own, {})],
  [
    'all descriptors and symbols of one of ours',
    Object.defineProperties(
      {},
      {
        ...Object.getOwnPropertyDescriptors(own),
        ...Object.fromEntries(Object.getOwnPropertySymbols(own).map((key) => [key, { value: true }])),
      },
    ),
  ],
  [
    'a class of its own',
    new (class BaseError extends Error {
      code = 'X'
      shortMessage = lure
      static override [Symbol.hasInstance] = () => true
    })(lure),
  ],
]

const rubbish: readonly (readonly [what: string, value: unknown])[] = [
  ...[
    undefined,
    null,
    true,
    0,
    Number.NaN,
    1n,
    '',
    lure,
    Symbol('x'),
    () => {},
    [],
    {},
    new Map(),
    new Date(0),
  ].map((value) => [String(typeof value), value] as const),
  [
    'throwing getters of every field',
    withThrowing('code', 'message', 'data', 'cause', 'error', 'details', 'name', 'shortMessage'),
  ],
  ['a throwing code', withThrowing('code')],
  ['a throwing message', withThrowing('message')],
  ['throwing data inside', { data: withThrowing('originalError', 'message', 'code') }],
  ['a throwing cause of an Error', new Error('x', { cause: withThrowing('message', 'code') })],
  ['an Error with a throwing message', Object.defineProperty(new TypeError('x'), 'message', { get: trap })],
  ['an Error with a throwing name', Object.defineProperty(new TypeError('x'), 'name', { get: trap })],
  ['a proxy that traps all', new Proxy({}, traps)],
  ['an Error behind a proxy that traps all', new Proxy(new TypeError('x'), traps)],
  ['a function behind a proxy', new Proxy(() => {}, traps)],
  ['a revoked proxy', revoked()],
  [
    'a throwing tag',
    {
      get [Symbol.toStringTag]() {
        return trap()
      },
    },
  ],
  ['an object without prototype', Object.create(null)],
  [
    'a circle',
    (() => {
      const it: { cause?: unknown } = {}
      it.cause = it
      return it
    })(),
  ],
  ['40 kB of words', { code: -32603, message: 'x'.repeat(40_000) }],
  ['40 kB of code', { code: '4'.repeat(40_000), message: lure }],
  ['a code beyond integers', { code: 1e300, message: lure }],
  ['invisible words', new Error(`a\u202e${lure}\u200b\u0000`)],
]

const everything = [...forgeries, ...rubbish]

describe('an error from outside', () => {
  it.each(forgeries)('is not one of ours as %s', (_, forged) => {
    expect(isKernelError(forged)).toBe(false)
    expect(isUserRejection(forged)).toBe(false)
  })

  it.each(everything)('is read without a throw: %s', (_, value) => {
    const error = rpcErrorFrom(value)
    expect(error).toBeInstanceOf(BaseError)
    expect(error.shortMessage).not.toContain('recovery')
    expect(error.code).toMatch(/^[A-Z][A-Z0-9_]{1,63}$/)
    expect(error.rpcCode === undefined || Number.isSafeInteger(error.rpcCode)).toBe(true)
    expect(error.message.length).toBeLessThan(2_000)
    expect(error.metaMessages.join('')).not.toMatch(invisible)
    expect(messageOf(value).length).toBeLessThanOrEqual(300)
    expect(messageOf(value)).not.toMatch(invisible)
  })

  it.each(everything)('never speaks in the words of the app: %s', (_, value) => {
    const error = kernelErrorFrom(value, 'SOME_CODE', 'A sentence of ours.')
    expect([error.code, error.shortMessage]).toEqual(['SOME_CODE', 'A sentence of ours.'])
  })

  it('is walked over without a throw', () => {
    const error = new BaseError('x', { code: 'X', cause: withThrowing('cause') })
    expect(error.walk(() => false)).toBeUndefined()
  })
})

describe('an error of ours', () => {
  it('cuts and cleans what it was told by others', () => {
    const error = new BaseError(`Wallet\u202e ${'x'.repeat(1_000)}`, {
      code: 'X'.repeat(1_000),
      metaMessages: [`\u200b${'y'.repeat(5_000)}`],
    })
    expect(error.shortMessage).toHaveLength(300)
    expect(error.code).toHaveLength(64)
    expect(error.metaMessages[0]?.length).toBeLessThanOrEqual(1_000)
    expect(error.message.replace(/\n/g, '')).not.toMatch(invisible)
  })
})

describe('another copy of this package', () => {
  afterEach(() => vi.resetModules())

  async function loadCopy() {
    vi.resetModules()
    return import('../plugin.js')
  }

  it('is unknown until the host lists a plugin that was made with it, then known both ways', async () => {
    const copy = await loadCopy()
    const theirs = new copy.UserRejectedError()
    const ours = new UserRejectedError()
    expect([isKernelError(theirs), copy.isKernelError(ours)]).toEqual([false, false])
    const kernel = createKernel([copy.definePlugin({ id: 'a', kernel: '^1.0.0', setup() {} })], {
      logLevel: 'silent',
    })
    expect([isKernelError(theirs), copy.isKernelError(ours)]).toEqual([true, true])
    expect([isUserRejection(theirs), isKernelError(theirs, 'OTHER')]).toEqual([true, false])
    expect(rpcErrorFrom(theirs)).toBe(theirs)
    for (const [, forged] of forgeries) expect(isKernelError(forged)).toBe(false)
    await kernel.dispose()
  })

  it('leaves nothing on the page that other code could add its errors to', async () => {
    const copy = await loadCopy()
    createKernel([
      copy.definePlugin({ id: 'a', kernel: '^1.0.0', setup() {} }),
      definePlugin({ id: 'b', kernel: '^1.0.0', setup() {} }),
    ])
    const symbols = Object.getOwnPropertySymbols(globalThis).filter((key) =>
      key.description?.includes('latchkey'),
    )
    expect(symbols.map(({ description }) => description)).toEqual(['latchkey.kernel.copies'])
  })
})
