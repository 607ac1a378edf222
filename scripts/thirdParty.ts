import { execFile, execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { takeWords } from './takeWords.js'
import { archiveOf, requireArchives, root } from './workspace.js'
import { writeGuide } from './writeGuide.js'

/**
 * The strangers' test: installs each `examples/third-party-*` from the packed packages alone, outside the workspace, type-checks
 * it, runs its tests, and builds the app of the Cosmos example into `.artifacts/third-party`, where the end-to-end suite finds it.
 * The example of the guides gets every block of `docs/plugins/*.md` as a file of its own.
 * They share one installation, because it takes most of the time. Needs the archives that `checkPackages.ts` leaves.
 */
takeWords({})
requireArchives()
const examples = readdirSync(join(root, 'examples')).filter((name) => name.startsWith('third-party-'))
const folder = mkdtempSync(join(tmpdir(), 'latchkey-third-party-'))
const output = join(root, '.artifacts/third-party')

const execute = promisify(execFile)

const run = (command: string, args: readonly string[], cwd = folder) =>
  execFileSync(command, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] })

/** Type-checks an example and runs its tests. What they say is shown when one of them fails. */
async function tryOut(name: string): Promise<string> {
  const cwd = join(folder, name)
  try {
    await execute('npm', ['run', '--silent', 'typecheck'], { cwd })
    const { stdout } = await execute('npm', ['test', '--silent'], { cwd, maxBuffer: 64 * 1024 * 1024 })
    console.log(`${name}: ${/^.*\bpass(?:ed)? .*$|^.*\d+ passed.*$/m.exec(stdout)?.[0] ?? stdout}`)
    return ''
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    return `${name}:\n${stdout}${stderr}`
  }
}

/** Copies an example, with the archives in the place of what it asks of us. */
function copy(name: string): void {
  const own = join(folder, name)
  cpSync(join(root, 'examples', name), own, {
    recursive: true,
    filter: (path) => !/node_modules|\/dist(\/|$)/.test(path),
  })
  const path = join(own, 'package.json')
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as { devDependencies: Record<string, string> }
  for (const asked of Object.keys(manifest.devDependencies)) {
    if (asked.startsWith('@latchkey/')) manifest.devDependencies[asked] = archiveOf(asked)
  }
  writeFileSync(path, JSON.stringify(manifest, null, 2))
}

try {
  for (const name of examples) copy(name)
  writeGuide(join(folder, 'third-party-guide/guide'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, workspaces: examples }))
  run('npm', [
    'install',
    '--no-audit',
    '--no-fund',
    '--no-package-lock',
    '--prefer-offline',
    '--loglevel=error',
  ])
  // The suites mostly wait, so that they cost little beside each other.
  const faults = (await Promise.all(examples.map(tryOut))).filter((said) => said !== '')
  for (const said of faults) console.error(said)
  if (faults.length > 0) throw new Error(`${faults.length} of ${examples.length} examples failed.`)
  run('npm', ['run', '--silent', 'build'], join(folder, 'third-party-cosmos'))
  rmSync(output, { recursive: true, force: true })
  cpSync(join(folder, 'third-party-cosmos/dist'), output, { recursive: true })
} finally {
  rmSync(folder, { recursive: true, force: true })
}
