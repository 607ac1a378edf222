import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './workspace.js'

const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  packageManager: string
}

/** Packs a package as it would be published. Returns the path of the archive. */
export function packPackage(directory: string, folder: string): string {
  const before = new Set(readdirSync(folder))
  execFileSync('npx', ['-y', packageManager, 'pack', '--pack-destination', folder], {
    cwd: directory,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const archive = readdirSync(folder).find((name) => name.endsWith('.tgz') && !before.has(name))
  if (!archive) throw new Error(`${directory} was not packed.`)
  return join(folder, archive)
}
