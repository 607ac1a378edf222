/** What a message may hold, so that one from a stranger costs neither memory nor time. */
export const dataLimits = {
  /** Values in all, keys of objects counted too. */
  values: 20_000,
  depth: 32,
  /** Characters in all. A transaction of 128 KiB, in hex, fits four times. */
  characters: 1_100_000,
} as const

/** Thrown inside this module only: {@link copyPlainData} answers `undefined` instead. */
class NotPlain extends Error {}

interface Budget {
  values: number
  characters: number
}

/**
 * Returns a copy that consists of what JSON knows and nothing else, or `undefined` for a value that does not: other
 * kinds of objects, holes, cycles, numbers that are not finite, too much of it, or names that reach a prototype.
 * A structured clone carries all of these, so that the shape alone proves nothing.
 */
export function copyPlainData(value: unknown): unknown {
  try {
    return copy(value, { values: dataLimits.values, characters: dataLimits.characters }, 0)
  } catch (error) {
    // A value of this realm may throw when it is read; a message cannot, and is refused all the same.
    if (error instanceof NotPlain || error instanceof Error) return undefined
    throw error
  }
}

function copy(value: unknown, budget: Budget, depth: number): unknown {
  budget.values -= 1
  if (budget.values < 0 || depth > dataLimits.depth) throw new NotPlain()
  if (value === null || typeof value === 'boolean') return value
  if (typeof value === 'string') return countText(value, budget)
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new NotPlain()
    return value
  }
  if (typeof value !== 'object') throw new NotPlain()
  if (Array.isArray(value)) return copyList(value, budget, depth)
  return copyObject(value, budget, depth)
}

function countText(text: string, budget: Budget): string {
  budget.characters -= text.length
  if (budget.characters < 0) throw new NotPlain()
  return text
}

function copyList(list: readonly unknown[], budget: Budget, depth: number): unknown[] {
  if (list.length > budget.values) throw new NotPlain()
  const items: unknown[] = []
  for (let index = 0; index < list.length; index += 1) {
    if (!Object.hasOwn(list, index)) throw new NotPlain()
    items.push(copy(list[index], budget, depth + 1))
  }
  return items
}

const forbidden: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

function copyObject(value: object, budget: Budget, depth: number): Record<string, unknown> {
  const prototype: unknown = Object.getPrototypeOf(value)
  // An object of another window has that window's prototype: what tells it from a Map or a Date is its own tag.
  if (prototype !== null && Object.prototype.toString.call(value) !== '[object Object]') throw new NotPlain()
  if (Object.getOwnPropertySymbols(value).length > 0) throw new NotPlain()
  const fields: Record<string, unknown> = {}
  for (const name of Object.keys(value)) {
    if (forbidden.has(name)) throw new NotPlain()
    countText(name, budget)
    const field: unknown = (value as Record<string, unknown>)[name]
    // Structured clones keep `undefined`; JSON, and what is optional here, leaves it out.
    if (field !== undefined) fields[name] = copy(field, budget, depth + 1)
  }
  return fields
}
