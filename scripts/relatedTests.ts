import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { importsOf } from './borders.js'

export interface Sources {
  /** Paths of all sources, tests among them, from the root of the workspace. */
  readonly paths: readonly string[]
  read(path: string): string
  /** The file behind an entry of a package of the workspace, as `@latchkey/kernel/plugin`. */
  entry(name: string): string | undefined
}

const isTest = (path: string) => /\.test\.tsx?$/.test(path)

/** Resolves an import to a source of the workspace. `undefined` for packages from elsewhere. */
function resolve(
  from: string,
  path: string,
  { entry }: Sources,
  known: ReadonlySet<string>,
): string | undefined {
  if (!path.startsWith('.')) return entry(path)
  const target = normalize(join(dirname(from), path))
  const candidates = [target, target.replace(/\.js$/, '.ts'), target.replace(/\.js$/, '.tsx')]
  return candidates.find((candidate) => known.has(candidate))
}

/**
 * The tests that a change touches, nearest first: those that import a changed file, directly or through others, dynamic
 * imports and types included.
 *
 * @param changed Paths from the root of the workspace.
 */
export function relatedTests(changed: readonly string[], sources: Sources): readonly string[] {
  const known = new Set(sources.paths)
  const importers = new Map<string, string[]>()
  for (const path of sources.paths) {
    for (const { from } of importsOf(sources.read(path))) {
      const target = resolve(path, from, sources, known)
      if (target) importers.set(target, [...(importers.get(target) ?? []), path])
    }
  }
  // A Set is walked in the order in which it was filled, also while it grows: the nearest come first.
  const reached = new Set(changed)
  for (const path of reached) for (const importer of importers.get(path) ?? []) reached.add(importer)
  return [...reached].filter(isTest)
}

/** Reads entries of the workspace's packages from their manifests. @param folders of the packages, from the root */
export function entriesOf(root: string, folders: readonly string[]): Sources['entry'] {
  const entries = new Map<string, string>()
  for (const folder of folders) {
    const manifest = join(root, folder, 'package.json')
    if (!existsSync(manifest)) continue
    const { name, exports = {} } = JSON.parse(readFileSync(manifest, 'utf8')) as {
      readonly name: string
      readonly exports?: Readonly<Record<string, unknown>>
    }
    for (const [key, file] of Object.entries(exports)) {
      if (typeof file === 'string') entries.set(join(name, key), relative(root, join(root, folder, file)))
    }
  }
  return (name) => entries.get(name)
}
