import { answerInvalid } from './answerInvalid.js'

/** Stands for a member whose getter throws, so that nobody takes it for one that is absent. */
export const unread = Symbol('unread')

export type Members = Record<PropertyKey, unknown>

/** A proxy may have any number of them. */
const limits = { members: 1_000, levels: 10 }
/** A record with a `then` would be waited for. */
const leftOut: readonly PropertyKey[] = ['constructor', '__proto__', 'then']

/**
 * A copy of an object that came from outside, with every member read once, so that it can't tell one thing when it's checked and
 * another when it's used. Functions keep the object they belong to.
 *
 * @throws BaseError `ANSWER_INVALID` where it's no object, or an object that can't be read.
 */
export function copyAnswer(value: unknown, at: string): Members {
  if (typeof value !== 'object' || value === null) throw answerInvalid(at, 'an object', value)
  try {
    return readMembers(value)
  } catch {
    throw answerInvalid(at, 'an object that can be read', value)
  }
}

function readMembers(value: object): Members {
  const copy: Members = {}
  let level: object | null = value
  for (let depth = 0; level && level !== Object.prototype && depth < limits.levels; depth += 1) {
    const names = Reflect.ownKeys(level)
    if (names.length > limits.members) throw new RangeError('More members than an answer has.')
    for (const name of names) {
      if (!leftOut.includes(name) && !Object.hasOwn(copy, name)) copy[name] = readMember(level, name, value)
    }
    level = Reflect.getPrototypeOf(level)
  }
  return copy
}

function readMember(level: object, name: PropertyKey, value: object): unknown {
  try {
    const member: unknown = Reflect.get(level, name, value)
    if (typeof member !== 'function') return member
    return (...given: unknown[]): unknown => Reflect.apply(member, value, given)
  } catch {
    return unread
  }
}
