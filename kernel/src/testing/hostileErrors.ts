const lure = 'Open evil.example and type your recovery phrase'

const trap = () => {
  throw new Error('trap')
}

/** Errors as a hostile wallet throws them. Made for each test, because a revoked or sealed one may be used up. */
export const hostileErrors = (): readonly (readonly [name: string, error: unknown])[] => [
  ['nothing', undefined],
  ['null', null],
  ['a symbol', Symbol(lure)],
  ['a number', 4_001_000_000],
  ['a text', lure],
  ['a text without end', lure.repeat(10_000)],
  ['a function', () => lure],
  ['fields of the wrong kind', { code: {}, message: [lure], context: 1, data: Symbol('data') }],
  ['our own fields', { name: 'BaseError', code: 'SESSION_EXPIRED', shortMessage: lure, message: lure }],
  ['fields that throw when they are read', throwing('code', 'message', 'context', 'data', 'cause', 'name')],
  ['an Error whose message throws', Object.defineProperty(new Error(lure), 'message', { get: trap })],
  ['a value that refuses each question', new Proxy({}, { get: trap, has: trap, getPrototypeOf: trap })],
  ['a value that is gone', revoked()],
  ['a number that throws when it is read', { code: { valueOf: trap, toString: trap } }],
  ['a cause that is itself', circle()],
]

/** Words of the errors above that must never stand in a sentence of ours. */
export const isLure = (text: string): boolean => text.includes('recovery phrase')

function throwing(...names: readonly string[]): object {
  return Object.defineProperties(
    {},
    Object.fromEntries(names.map((name) => [name, { get: trap, enumerable: true }])),
  )
}

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}

function circle(): object {
  const error: { cause?: unknown; data?: unknown } = {}
  error.cause = error
  error.data = error
  return error
}
