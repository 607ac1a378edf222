import { copyJson, isJsonList, isJsonObject, type Json, type JsonObject, objectOf } from './copyJson.js'
import { NotExplained } from './NotExplained.js'

const mostFiles = 1_000
const deepestIncludes = 4
/** Versions of the schema that are read. A file doesn't say its version but in the name of its schema. */
const knownSchema = /(?:^|\/)erc7730-v[12](?:\.\d+){0,2}\.schema\.json$/

export interface Descriptor {
  readonly name: string
  /** With what it includes. */
  readonly file: JsonObject
}

/**
 * Reads descriptors (ERC-7730, versions 1 and 2 of its schema) by the names of their files. What a file includes is taken from among
 * them, by the last part of its path, and by all of it where several files share that; nothing is fetched.
 *
 * @param onUnusable Told of each file that can't be used; the others are.
 */
export function readDescriptors(
  given: unknown,
  onUnusable: (name: string, error: unknown) => void,
): readonly Descriptor[] {
  const files = typeof given === 'object' && given !== null ? Object.entries(given).slice(0, mostFiles) : []
  const named = new Map(files)
  return files.flatMap(([name]) => {
    try {
      return [{ name, file: readFile(named, name, []) }]
    } catch (error) {
      onUnusable(name, error)
      return []
    }
  })
}

const lastPart = (path: string): string => path.split(/[?#]/)[0]?.split('/').at(-1) ?? path

function readFile(named: ReadonlyMap<string, unknown>, name: string, from: readonly string[]): JsonObject {
  const file = copyJson(named.get(name))
  if (!isJsonObject(file)) throw new NotExplained(`${name} is no object, or isn't listed.`)
  const { $schema: schema, includes } = file
  if (typeof schema !== 'string' || !knownSchema.test(schema)) {
    throw new NotExplained(`The schema of ${name} isn't one of ERC-7730, version 1 or 2.`)
  }
  if (typeof includes !== 'string') return file
  if (from.length >= deepestIncludes || from.includes(name)) {
    throw new NotExplained(`${name} includes too much, or itself.`)
  }
  return mergeObjects(readFile(named, includedName(named, name, includes), [...from, name]), file)
}

/** The only file of that name; of several, the one that the path leads to. */
function includedName(named: ReadonlyMap<string, unknown>, name: string, includes: string): string {
  const alike = [...named.keys()].filter((other) => lastPart(other) === lastPart(includes))
  const [only, ...others] = alike
  if (only === undefined) throw new NotExplained(`${name} includes what isn't listed.`)
  if (others.length === 0) return only
  const placeOf = (path: string) => new URL(path, new URL(name, 'file:///')).pathname
  const exact = alike.find((other) => placeOf(`/${other}`) === placeOf(includes))
  if (exact === undefined) throw new NotExplained(`${name} includes a file that is listed more than once.`)
  return exact
}

/** The included file under the including one, whose values win. */
function mergeObjects(included: JsonObject, own: JsonObject): JsonObject {
  const keys = [...new Set([...Object.keys(included), ...Object.keys(own)])]
  return objectOf(keys.map((key) => [key, mergeValues(key, included[key], own[key])]))
}

function mergeValues(key: string, included: Json | undefined, own: Json | undefined): Json {
  if (own === undefined) return included ?? null
  if (isJsonObject(included) && isJsonObject(own)) return mergeObjects(included, own)
  if (key === 'fields' && isJsonList(included) && isJsonList(own)) return mergeFields(included, own)
  return own
}

/** Fields of the same path are one field. */
function mergeFields(included: readonly Json[], own: readonly Json[]): readonly Json[] {
  const pathOf = (field: Json) => (isJsonObject(field) ? field['path'] : undefined)
  const isSame = (left: Json, right: Json) => pathOf(left) !== undefined && pathOf(left) === pathOf(right)
  const merged = included.map((field) => {
    const overriding = own.find((other) => isSame(field, other))
    return isJsonObject(field) && isJsonObject(overriding) ? mergeObjects(field, overriding) : field
  })
  return [...merged, ...own.filter((field) => !included.some((other) => isSame(other, field)))]
}
