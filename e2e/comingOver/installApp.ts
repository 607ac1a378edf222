import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { archiveOf, publishedPackages } from '../../scripts/workspace.js'

interface AppManifest {
  dependencies: Record<string, string>
}

/** Copies an app, installs it, ours from the packed archives, checks its types and builds it. Returns the built folder. */
export function installApp(source: string, folder: string): string {
  cpSync(source, folder, { recursive: true, filter: (path) => !/node_modules|\/dist(\/|$)/.test(path) })
  const path = join(folder, 'package.json')
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as AppManifest
  for (const name of ownPackages(Object.keys(manifest.dependencies)))
    manifest.dependencies[name] = archiveOf(name)
  writeFileSync(path, JSON.stringify(manifest, null, 2))
  const flags = ['--no-audit', '--no-fund', '--no-package-lock', '--ignore-scripts', '--prefer-offline']
  const run = (command: string, args: readonly string[]) =>
    execFileSync(command, args, {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: 64 * 1024 * 1024,
    })
  run('npm', ['install', ...flags, '--loglevel=error'])
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
