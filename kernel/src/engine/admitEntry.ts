import { say } from '#sentences'
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
 * What a list holds of what a plugin adds: copied to a plain frozen record, and checked by the point. Only getters are read
 * again. A point without a policy gets the value itself.
 *
 * @param onFault Told of a contained method that threw, of the entry or of a part of it.
 * @throws KernelError `CONTRIBUTION_INVALID`, or what the point's own check throws.
 */
export function admitEntry(
  point: ExtensionPoint<never>,
  value: Entry,
  onFault: (error: unknown, id: string, method: string) => void,
): Entry {
  const { id: pointId, policy } = point
  const id = readMember(pointId, value, 'id')
  if (!isText(id)) {
    throw new KernelError(say('noId', pointId), {
      code: 'CONTRIBUTION_INVALID',
    })
  }
  if (!policy) return value
  const copy: Members = {}
  const copyOf = (name: PropertyKey, member: unknown) => {
    const part = (policy.parts as Members | undefined)?.[name] as AnyMethod | undefined
    if (!Array.isArray(member)) return member
    return Object.freeze(part ? member.map((each) => part(each, onFault)) : [...member])
  }
  // Methods of a class stand on its prototype.
  for (let level: object | null = value; level && level !== Object.prototype; ) {
    for (const name of Reflect.ownKeys(level)) {
      if (name === 'constructor' || Object.hasOwn(copy, name)) continue
      const member = name === 'id' ? id : readMember(pointId, value, name, id)
      const isLive = name !== 'id' && Object.getOwnPropertyDescriptor(level, name)?.get !== undefined
      if (isLive && typeof member !== 'function') {
        const read = liveMember(
          copyOf(name, member),
          () => copyOf(name, (value as unknown as Members)[name]),
          (error) => onFault(error, id, String(name)),
        )
        Object.defineProperty(copy, name, { enumerable: true, get: read })
      } else if (typeof member !== 'function') copy[name] = copyOf(name, member)
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
    throw new KernelError(say('unread', pointId, id, String(name), messageOf(cause)), {
      code: 'CONTRIBUTION_INVALID',
      cause,
    })
  }
}

/**
 * A getter may follow something: the namespaces that are listed by now. What throws then, or is of another type than at the
 * door, leaves the last good value.
 */
function liveMember(first: unknown, read: () => unknown, onFault: (error: unknown) => void) {
  let last = first
  return () => {
    try {
      const next = read()
      if (typeof next === typeof last && Array.isArray(next) === Array.isArray(last)) last = next
    } catch (error) {
      onFault(error)
    }
    return last
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
