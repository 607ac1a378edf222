import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { archiveOf } from '../workspace.js'

/** Installs the generator from its archive, as `npm create` does. Returns the path of its program. */
export function installGenerator(folder: string): string {
  mkdirSync(folder, { recursive: true })
  const names = ['create-latchkey', 'create-latchkey-plugin']
  const dependencies = Object.fromEntries(names.map((name) => [name, archiveOf(name)]))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }))
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return join(folder, 'node_modules/.bin/create-latchkey-plugin')
}
