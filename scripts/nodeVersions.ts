import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'

interface Package {
  readonly name: string
  readonly version: string
  readonly engines?: { readonly node?: string }
  readonly dependencies?: Readonly<Record<string, string>>
}

/** The Node version that one dependency of a package states. */
export interface WantedNode {
  /** From the package that was asked about to the one that says so: `a > b@1.0.0`. */
  readonly path: string
  readonly range: string
}

/** Lists what the dependencies of a folder's package, and theirs, say of Node, as they are installed. */
export function wantedNodes(folder: string): readonly WantedNode[] {
  const found: WantedNode[] = []
  const seen = new Set<string>()
  const open: { readonly at: string; readonly path: readonly string[] }[] = [
    { at: realpathSync(folder), path: [] },
  ]
  for (let next = open.shift(); next; next = open.shift()) {
    const { at, path } = next
    if (seen.has(at)) continue
    seen.add(at)
    const { name, version, engines, dependencies = {} } = readPackage(at)
    const here = [...path, `${name}@${version}`]
    if (path.length > 0 && engines?.node) found.push({ path: here.join(' > '), range: engines.node })
    for (const dependency of Object.keys(dependencies)) {
      const folderOf = findInstalled(at, dependency)
      if (folderOf) open.push({ at: folderOf, path: here })
    }
  }
  return found
}

const readPackage = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Package

/** Where Node would find it; nothing for an optional part that this system doesn't have. */
function findInstalled(from: string, name: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name)
    if (existsSync(join(candidate, 'package.json'))) return realpathSync(candidate)
    if (folder === dirname(folder)) return undefined
  }
}
