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
    if (thrown instanceof Error || isThenable(thrown)) {
      for (const name of readByReact) Reflect.get(thrown, name)
      return thrown
    }
    return new BaseError(messageOf(thrown), { code: 'VIEW_FAILED' })
  } catch {
    return new BaseError('A view threw a value that cannot be read.', { code: 'VIEW_FAILED' })
  }
}

function isThenable(thrown: unknown): thrown is object {
  return typeof thrown === 'object' && thrown !== null && typeof Reflect.get(thrown, 'then') === 'function'
}
