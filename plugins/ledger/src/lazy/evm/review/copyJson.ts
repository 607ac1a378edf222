import { NotExplained } from './NotExplained.js'

export type Json = string | number | boolean | null | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [key: string]: Json
}

const deepest = 24
const mostNodes = 50_000
const longestText = 20_000

/**
 * A copy of data that somebody else has made: own properties only, no prototype, no getter that answers something else the second
 * time, and no more of it than a descriptor has.
 *
 * @throws NotExplained
 */
export function copyJson(given: unknown): Json {
  let left = mostNodes
  function copy(value: unknown, depth: number): Json {
    left -= 1
    if (left < 0 || depth > deepest) throw new NotExplained('The descriptor is too large.')
    if (typeof value === 'string') {
      if (value.length > longestText) throw new NotExplained('A text in the descriptor is too long.')
      return value
    }
    if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value
    if (Array.isArray(value)) return value.map((item) => copy(item, depth + 1))
    if (typeof value !== 'object') throw new NotExplained('The descriptor is no JSON.')
    return objectOf(Object.entries(value).map(([key, item]) => [key, copy(item, depth + 1)]))
  }
  return copy(given, 0)
}

/** An object without a prototype, so that a key such as `__proto__` or `constructor` is a key like any other. */
export function objectOf(entries: readonly (readonly [string, Json])[]): JsonObject {
  const made: Record<string, Json> = Object.create(null)
  for (const [key, value] of entries) made[key] = value
  return made
}

export const isJsonObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isJsonList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value)

/** The object's member of this name, where it's an object; else an empty one. */
export function memberObject(value: Json | undefined, name: string): JsonObject {
  const member = isJsonObject(value) ? value[name] : undefined
  return isJsonObject(member) ? member : objectOf([])
}
