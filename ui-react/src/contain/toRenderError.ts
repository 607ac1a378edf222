import { BaseError, messageOf } from '@latchkey/kernel/plugin'

/** What React reads of something thrown while it decides what to do with it. */
const readByReact = ['then', '$$typeof', 'message', 'name', 'stack', 'cause', 'digest', 'componentStack']

/**
 * What may be thrown on to React. An object whose members throw would leave React itself in the middle of rendering,
 * and no root on the page would render any more; it becomes an error of ours. A promise, which React waits for, and an
 * ordinary error stay what they are.
 */
export function toRenderError(thrown: unknown): unknown {
  try {
    if (thrown instanceof Promise || thrown instanceof Error) {
      for (const name of readByReact) Reflect.get(thrown, name)
      return thrown
    }
    if (isThenable(thrown)) return waitFor(thrown)
    return new BaseError(messageOf(thrown), { code: 'VIEW_FAILED' })
  } catch {
    return createUnreadable()
  }
}

export function createUnreadable(): BaseError {
  return new BaseError('A view threw a value that cannot be read.', { code: 'VIEW_FAILED' })
}

/** Runs a plugin's code for React. What it throws can be read. */
export function containCall<T>(run: () => T): T {
  try {
    return run()
  } catch (thrown) {
    throw toRenderError(thrown)
  }
}

const waits = new WeakMap<object, Promise<unknown>>()

/** React waits for what is thrown twice as for one, so each has one promise. */
function waitFor(thenable: object): Promise<unknown> {
  const known = waits.get(thenable)
  if (known) return known
  const wait = Promise.resolve(thenable)
  // React calls back either way, and tells nobody why.
  wait.catch(() => {})
  waits.set(thenable, wait)
  return wait
}

function isThenable(thrown: unknown): thrown is object {
  return typeof thrown === 'object' && thrown !== null && typeof Reflect.get(thrown, 'then') === 'function'
}
