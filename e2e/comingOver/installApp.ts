import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { archiveOf, publishedPackages, root } from '../../scripts/workspace.js'

const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  packageManager: string
}

interface AppManifest {
  dependencies: Record<string, string>
}

/** Copies an app, installs it, ours from the packed archives, checks its types and builds it. Returns the built folder. */
export function installApp(source: string, folder: string): string {
  cpSync(source, folder, { recursive: true, filter: (path) => !/node_modules|\/dist(\/|$)/.test(path) })
  const path = join(folder, 'package.json')
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as AppManifest
  const own = [...ownPackages(Object.keys(manifest.dependencies))]
  const archives = Object.fromEntries(own.map((name) => [name, archiveOf(name)]))
  writeFileSync(
    path,
    JSON.stringify({ ...manifest, dependencies: { ...manifest.dependencies, ...archives } }, null, 2),
  )
  // A folder of its own, in which ranges among our packages lead to the archives.
  writeFileSync(
    join(folder, 'pnpm-workspace.yaml'),
    `overrides: ${JSON.stringify(archives)}\nstrictDepBuilds: false\n`,
  )
  const run = (command: string, args: readonly string[]) =>
    execFileSync(command, args, {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: 64 * 1024 * 1024,
    })
  const flags = ['--prefer-offline', '--ignore-scripts', '--config.node-linker=hoisted']
  // Several hundred packages for each app: pnpm links what another app has brought already.
  run('npx', ['-y', packageManager, 'install', ...flags])
  run('npm', ['run', '--silent', 'typecheck'])
  run('npm', ['run', '--silent', 'build'])
  return join(folder, 'dist')
}

/** Our packages among these, and those that they ask for. */
function ownPackages(names: readonly string[]): ReadonlySet<string> {
  const manifests = new Map(publishedPackages().map(({ manifest }) => [manifest.name, manifest]))
  const found = new Set<string>()
  const add = (name: string) => {
    const manifest = manifests.get(name)
    if (!manifest || found.has(name)) return
    found.add(name)
    for (const needed of Object.keys(manifest.dependencies ?? {})) add(needed)
  }
  for (const name of names) add(name)
  return found
}
