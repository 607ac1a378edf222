import { messageOf } from '../errors/base.js'
import { KernelError } from '../errors/kernel.js'
import type { ExtensionPoint } from '../keys/extensionPoint.js'
import { isText } from '../keys/isText.js'

export interface Entry {
  readonly id: string
}

type Members = Record<PropertyKey, unknown>
type AnyMethod = (...given: unknown[]) => unknown

/**
 * What a list holds of what a plugin adds: read once, copied to a plain frozen record, and checked by the point. A point
 * without a policy gets the value itself.
 *
 * @param onFault Told of a contained method that threw.
 * @throws KernelError `CONTRIBUTION_INVALID`, or what the point's own check throws.
 */
export function admit(
  point: ExtensionPoint<never>,
  value: Entry,
  onFault: (error: unknown, id: string, method: string) => void,
): Entry {
  const { id: pointId, policy } = point
  const id = readMember(pointId, value, 'id')
  if (!isText(id)) {
    throw new KernelError(`An entry of "${pointId}" has no id: a text that is not empty.`, {
      code: 'CONTRIBUTION_INVALID',
    })
  }
  if (!policy) return value
  const copy: Members = {}
  // Methods of a class stand on its prototype.
  for (let level: object | null = value; level && level !== Object.prototype; ) {
    for (const name of Reflect.ownKeys(level)) {
      if (name === 'constructor' || Object.hasOwn(copy, name)) continue
      const member = name === 'id' ? id : readMember(pointId, value, name, id)
      if (typeof member !== 'function')
        copy[name] = Array.isArray(member) ? Object.freeze([...member]) : member
      else if (!policy.contain || !(name in policy.contain)) copy[name] = member.bind(value)
      else {
        copy[name] = contained(member.bind(value), (policy.contain as Members)[name], (error) =>
          onFault(error, id, String(name)),
        )
      }
    }
    level = Object.getPrototypeOf(level)
  }
  policy.check?.(Object.freeze(copy) as never)
  return copy as Members & Entry
}

function readMember(pointId: string, value: Entry, name: PropertyKey, id?: string): unknown {
  try {
    return (value as unknown as Members)[name]
  } catch (cause) {
    const what = id === undefined ? 'An entry' : `"${id}"`
    throw new KernelError(
      `${what} of "${pointId}" cannot be read: its \`${String(name)}\` threw: ${messageOf(cause)}`,
      { code: 'CONTRIBUTION_INVALID', cause },
    )
  }
}

/** The same method, which returns `instead` when it throws, and resolves to it when it rejects. */
function contained(method: AnyMethod, instead: unknown, onFault: (error: unknown) => void): AnyMethod {
  const failed = (error: unknown) => {
    onFault(error)
    return instead
  }
  return (...given) => {
    try {
      const answer = method(...given)
      return answer instanceof Promise ? answer.catch(failed) : answer
    } catch (error) {
      return failed(error)
    }
  }
}
