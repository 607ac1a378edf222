import { say } from '#sentences'
import { unstable_getInternalStates } from 'valtio/vanilla'
import { KernelError } from '../errors/kernel.js'
import { isRecord } from '../keys/isRecord.js'

/**
 * A view of a state for everyone but its writer: it is read, snapshot and subscribed to like the state itself, and each
 * attempt to change it throws KernelError `STATE_READ_ONLY`.
 */
export function readOnly<T extends object>(state: T): T {
  // valtio knows its proxies by this map alone; the view stands for the same state in it.
  const { proxyStateMap } = unstable_getInternalStates()
  const views = new WeakMap<object, object>()
  const refuse = (_: object, name?: unknown): never => {
    throw new KernelError(say('readOnly', String(name)), {
      code: 'STATE_READ_ONLY',
    })
  }

  function view(part: object): object {
    const known = proxyStateMap.get(part as never)
    if (!known) return part
    const made =
      views.get(part) ??
      new Proxy(part, {
        get(target, name) {
          const value: unknown = Reflect.get(target, name)
          return isRecord(value) ? view(value) : value
        },
        set: refuse,
        deleteProperty: refuse,
        defineProperty: refuse,
        setPrototypeOf: refuse,
        preventExtensions: (target) => refuse(target, 'all of it'),
      })
    views.set(part, made)
    proxyStateMap.set(made as never, known)
    return made
  }
  return view(state) as T
}
