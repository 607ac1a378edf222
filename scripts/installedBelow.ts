import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { statedLicence } from './licences.js'

export interface Installed {
  readonly name: string
  readonly version: string
  readonly licence: string | undefined
  /** Of its own files, without what is installed below it. */
  readonly bytes: number
}

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license?: unknown
  readonly licenses?: unknown
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

/** Every package that an app gets with some names: found as Node finds them, each folder once. Peers are the app's own. */
export function installedBelow(project: string, names: readonly string[]): readonly Installed[] {
  const found = new Map<string, Installed>()
  const visit = (name: string, from: string): void => {
    const folder = findPackage(name, from)
    if (folder === undefined || found.has(folder)) return
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
    found.set(folder, {
      name: manifest.name,
      version: manifest.version,
      licence: statedLicence(manifest),
      bytes: bytesOf(folder),
    })
    for (const needed of Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }))
      visit(needed, folder)
  }
  for (const name of names) {
    if (findPackage(name, project) === undefined) throw new Error(`${name} is not installed.`)
    visit(name, project)
  }
  return [...found.values()]
}

/** The folder of a package as Node finds it from another one. Optional packages for other systems are not there. */
export function findPackage(name: string, from: string): string | undefined {
  const path = join(from, 'node_modules', name)
  if (existsSync(join(path, 'package.json'))) return realpathSync(path)
  return dirname(from) === from ? undefined : findPackage(name, dirname(from))
}

function bytesOf(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    if (entry.name === 'node_modules') return sum
    const path = join(folder, entry.name)
    return sum + (entry.isDirectory() ? bytesOf(path) : statSync(path).size)
  }, 0)
}
