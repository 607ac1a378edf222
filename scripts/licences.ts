import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Licences under which anybody may use, change and pass on a package, in closed software too. */
const permissive: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
])

export interface Dependency {
  readonly name: string
  /** As the package states it, in SPDX form. Absent where it states none, or is not installed here. */
  readonly licence?: string
  readonly version?: string
  /** From one of our packages, such as `@latchkey/plugin-solana`, to the one that asks for it. */
  readonly path: readonly string[]
}

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license?: unknown
  readonly licenses?: unknown
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

/** Whether every part that binds is permissive; of parts that may be chosen among, one is enough. */
export function isPermissive(licence: string): boolean {
  const parts = licence.replaceAll(/[()]/g, '').split(/ (OR|AND) /)
  if (parts.includes('OR') && parts.includes('AND')) return false
  return parts.includes('OR')
    ? parts.some((part) => permissive.has(part))
    : parts.every((part) => part === 'AND' || permissive.has(part))
}

/** The licence a manifest states; older ones have an object or a list. */
export function statedLicence({
  license,
  licenses,
}: Pick<Manifest, 'license' | 'licenses'>): string | undefined {
  const stated = license ?? licenses
  const names = (Array.isArray(stated) ? stated : [stated]).map((entry: unknown) =>
    typeof entry === 'string' ? entry : (entry as { type?: unknown } | null | undefined)?.type,
  )
  return names.every((name) => typeof name === 'string') ? names.join(' OR ') : undefined
}

/** Everything that is installed with a package, once each. Peers are the user's choice, and other packages of ours are left out. */
export function dependenciesOf(directory: string): readonly Dependency[] {
  const known = new Map<string, Dependency>()
  const visit = (from: string, path: readonly string[]) => {
    const manifest = readManifest(from)
    const through = [...path, manifest.name]
    for (const name of Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })) {
      if (name.startsWith('@latchkey/')) continue
      const found = resolve(from, name)
      const key = found ?? name
      if (known.has(key)) continue
      if (found === undefined) {
        known.set(key, { name, path: through })
        continue
      }
      const own = readManifest(found)
      const licence = statedLicence(own)
      known.set(key, {
        name,
        version: own.version,
        path: through,
        ...(licence === undefined ? {} : { licence }),
      })
      visit(found, through)
    }
  }
  visit(directory, [])
  return [...known.values()]
}

const readManifest = (directory: string) =>
  JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as Manifest

/** Where pnpm puts a dependency: below the package, or beside it in the store. */
function resolve(from: string, name: string): string | undefined {
  let store = from
  while (basename(store) !== 'node_modules' && dirname(store) !== store) store = dirname(store)
  return [join(from, 'node_modules', name), join(store, name)]
    .filter((directory) => existsSync(join(directory, 'package.json')))
    .map((directory) => realpathSync(directory))[0]
}
