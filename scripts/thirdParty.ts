import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { archiveOf, root } from './workspace.js'

/**
 * The stranger's test: installs `examples/third-party-cosmos` from the packed packages alone, outside the workspace,
 * type-checks it, runs its tests and builds its app into `.artifacts/third-party`, where the end-to-end suite finds it.
 * Needs the archives that `checkPackages.ts` leaves.
 */
const folder = mkdtempSync(join(tmpdir(), 'latchkey-third-party-'))
const output = join(root, '.artifacts/third-party')

const run = (command: string, args: readonly string[]) =>
  execFileSync(command, args, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] })

try {
  cpSync(join(root, 'examples/third-party-cosmos'), folder, {
    recursive: true,
    filter: (path) => !/node_modules|\/dist(\/|$)/.test(path),
  })
  const manifestPath = join(folder, 'package.json')
  const manifest = JSON.parse(readFileSync(manifestPath, 'utf8')) as {
    devDependencies: Record<string, string>
  }
  for (const name of ['@latchkey/kernel', '@latchkey/ui-react'])
    manifest.devDependencies[name] = archiveOf(name)
  writeFileSync(manifestPath, JSON.stringify(manifest, null, 2))
  run('npm', [
    'install',
    '--no-audit',
    '--no-fund',
    '--no-package-lock',
    '--prefer-offline',
    '--loglevel=error',
  ])
  run('npm', ['run', '--silent', 'typecheck'])
  run('npm', ['test', '--silent'])
  run('npm', ['run', '--silent', 'build'])
  rmSync(output, { recursive: true, force: true })
  cpSync(join(folder, 'dist'), output, { recursive: true })
} finally {
  rmSync(folder, { recursive: true, force: true })
}
