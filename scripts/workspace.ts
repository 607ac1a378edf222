import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..')

export interface Manifest {
  readonly name: string
  readonly version: string
  readonly private?: boolean
  readonly exports?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

export interface WorkspacePackage {
  readonly directory: string
  readonly manifest: Manifest
}

/** The packages that are published, in the order of the workspace. */
export function publishedPackages(): readonly WorkspacePackage[] {
  const children = (folder: string) => {
    const path = join(root, folder)
    return existsSync(path) ? readdirSync(path).map((name) => join(path, name)) : []
  }
  const directories = [
    ...['kernel', 'ui-react', 'testkit', 'devstack'].map((name) => join(root, name)),
    ...children('plugins'),
    ...children('bridges'),
  ]
  return directories
    .filter((directory) => existsSync(join(directory, 'package.json')))
    .map((directory) => ({
      directory,
      manifest: JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as Manifest,
    }))
    .filter(({ manifest }) => !manifest.private)
}
