import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { quit } from './quit.js'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..')

export interface Manifest {
  readonly name: string
  readonly version: string
  readonly private?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly publishConfig?: {
    /** The files of each entry once it's built, in place of the sources. */
    readonly exports?: Readonly<Record<string, string | Readonly<Record<string, string>>>>
  }
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
    ...['kernel', 'ui-react', 'testkit', 'codemod', 'mcp', 'create', 'create-plugin', 'devstack'].map(
      (name) => join(root, name),
    ),
    ...children('plugins'),
    ...children('services'),
    ...children('bridges'),
  ]
  return directories
    .filter((directory) => existsSync(join(directory, 'package.json')))
    .map((directory) => ({
      directory,
      manifest: readManifest(join(directory, 'package.json')),
    }))
    .filter(({ manifest }) => !manifest.private)
}

function readManifest(path: string): Manifest {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Manifest
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    return quit(`${relative(root, path)} can't be read: ${said}. Mend it.`, 'MANIFEST_UNREADABLE')
  }
}

/** Where `checkPackages.ts` leaves what would be published. */
export const archivesFolder = join(root, '.artifacts/packages')

/** Ends the script with one sentence, before it has begun anything, when nothing is packed. */
export function requireArchives(): void {
  if (existsSync(archivesFolder)) return
  quit('Nothing is packed. Run "npm run test:long -- build packages" first.', 'PACKAGES_NOT_PACKED')
}

/** The paths of all archives. */
export const archivePaths = (): readonly string[] =>
  readdirSync(archivesFolder)
    .filter((name) => name.endsWith('.tgz'))
    .map((name) => join(archivesFolder, name))

/** The archive of a package, as the protocol that package managers take it by. */
export function archiveOf(name: string): string {
  const prefix = `${name.replace('@', '').replace('/', '-')}-`
  const file = existsSync(archivesFolder)
    ? readdirSync(archivesFolder).find(
        (candidate) => candidate.startsWith(prefix) && /^\d[^-]*\.tgz$/.test(candidate.slice(prefix.length)),
      )
    : undefined
  if (!file) throw new Error(`${name} is not packed. Run "npm run test:long -- build packages" first.`)
  return `file:${join(archivesFolder, file)}`
}

/** The address of the repository, which is stated once, in the manifest of the workspace. */
export const repository = (
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { repository: { url: string } }
).repository.url.replace(/^git\+|\.git$/g, '')

const skipped =
  /(^|\/)(node_modules|dist|gallery|screens|test)\/|\.test\.tsx?$|\.test-d\.ts$|\/testing\/fixtures\//

/** TypeScript below a folder, without tests and what is only for them. */
export function* findSources(folder: string): Generator<string> {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (name === 'node_modules' || name === 'dist') continue
    if (statSync(path).isDirectory()) yield* findSources(path)
    else if (/\.tsx?$/.test(name) && !skipped.test(relative(root, path))) yield path
  }
}
