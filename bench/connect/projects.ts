import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packPackages } from '../../scripts/packPackages.js'
import { publishedPackages } from '../../scripts/workspace.js'
import type { Candidate } from './candidates.js'

/** A candidate that is installed as a host would, outside the repository, so that nothing of the workspace reaches it. */
export interface Project extends Candidate {
  readonly folder: string
  /** The module below the folder, such as `ours.tsx`. */
  readonly entry: string
  /** How many packages were installed. */
  readonly packages: number
}

const here = dirname(fileURLToPath(import.meta.url))

/** Where the projects are, until the process ends. */
const temporary = mkdtempSync(join(tmpdir(), 'latchkey-connect-'))
process.once('exit', () => rmSync(temporary, { recursive: true, force: true }))

/** Packs our packages and installs each candidate. Throws when something isn't built, or can't be installed. */
export function installCandidates(candidates: readonly Candidate[]): readonly Project[] {
  const used = new Map(candidates.map((candidate) => [candidate.name, packagesOf(candidate)]))
  const archives = pack([...new Set([...used.values()].flat())])
  return candidates.map((candidate) => {
    const own = (used.get(candidate.name) ?? []).map((name) => [name, archives[name] ?? ''])
    return installOne(candidate, { ...candidate.dependencies, ...Object.fromEntries(own) })
  })
}

/** Our packages that its module names, and those that they need. */
function packagesOf({ source }: Candidate): readonly string[] {
  const manifests = new Map(publishedPackages().map(({ manifest }) => [manifest.name, manifest]))
  const found = new Set<string>()
  const add = (name: string) => {
    const manifest = manifests.get(name)
    if (!manifest || found.has(name)) return
    found.add(name)
    for (const needed of Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })) add(needed)
  }
  const module = readFileSync(join(here, source), 'utf8')
  for (const [, name] of module.matchAll(/from '(@latchkey\/[\w-]+)/g)) if (name) add(name)
  return [...found]
}

function pack(names: readonly string[]): Readonly<Record<string, string>> {
  if (names.length === 0) return {}
  const unbuilt = publishedPackages().find(
    ({ directory, manifest }) => names.includes(manifest.name) && !existsSync(join(directory, 'dist')),
  )
  if (unbuilt) throw new Error(`${unbuilt.manifest.name} isn't built. Run "npm run build" first.`)
  const folder = join(temporary, 'archives')
  mkdirSync(folder)
  return Object.fromEntries([...packPackages(names, folder)].map(([name, path]) => [name, `file:${path}`]))
}

function installOne(candidate: Candidate, dependencies: Readonly<Record<string, string>>): Project {
  const folder = install(candidate.name, dependencies)
  const entry = candidate.name + extname(candidate.source)
  copyFileSync(join(here, candidate.source), join(folder, entry))
  const lock = JSON.parse(readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8')) as {
    packages: object
  }
  return { ...candidate, folder, entry, packages: Object.keys(lock.packages).length }
}

/**
 * Installs packages into a folder of their own, without running their scripts, unless they are there. Returns the folder.
 */
export function install(name: string, dependencies: Readonly<Record<string, string>>): string {
  const folder = join(temporary, name)
  if (existsSync(folder)) return folder
  mkdirSync(folder)
  const manifest = { name: `connect-${name}`, private: true, type: 'module', dependencies }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']
  execFileSync('npm', ['install', ...flags], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  return folder
}
