import { CreateError } from './createError.js'

/** A `package.json`, as far as parts of a project are joined here. */
export type Manifest = Readonly<Record<string, unknown>>

const dependencyFields = ['dependencies', 'devDependencies', 'peerDependencies'] as const

/** Joins two manifests: of what both have, objects are joined and anything else is the second's. */
export function mergeManifests(first: Manifest, second: Manifest): Manifest {
  const merged: Record<string, unknown> = { ...first }
  for (const [field, value] of Object.entries(second)) {
    const before = merged[field]
    merged[field] = isObject(before) && isObject(value) ? mergeManifests(before, value) : value
  }
  return merged
}

/**
 * Gives each dependency with the range `*` its version, and sorts dependencies by name.
 *
 * @throws CreateError `CREATE_TEMPLATE_INVALID` for one that has none
 */
export function fillVersions(manifest: Manifest, versions: Readonly<Record<string, string>>): Manifest {
  const filled: Record<string, unknown> = { ...manifest }
  for (const field of dependencyFields) {
    const listed = filled[field]
    if (!isObject(listed)) continue
    const entries = Object.entries(listed).map(([name, range]): readonly [string, unknown] => [
      name,
      range === '*' ? versionOf(name, versions) : range,
    ])
    filled[field] = Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)))
  }
  return filled
}

function versionOf(name: string, versions: Readonly<Record<string, string>>): string {
  const version = Object.hasOwn(versions, name) ? versions[name] : undefined
  if (version !== undefined) return version
  throw new CreateError(
    'CREATE_TEMPLATE_INVALID',
    `A template depends on ${name}, whose version is unknown. List it in "devDependencies" of the generator.`,
  )
}

function isObject(value: unknown): value is Manifest {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
