import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { publishedPackages, root } from './workspace.js'

/**
 * Packs every published package as it would be published, and asks publint and arethetypeswrong about the archive.
 * The archives stay in `.artifacts/packages` for the example that is built from them alone.
 */
const folder = join(root, '.artifacts/packages')
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })

const bin = (name: string) => join(root, 'node_modules/.bin', name)
const pnpm = (args: readonly string[], cwd: string) =>
  execFileSync('npx', ['-y', packageManager(), ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
  }).toString()

function packageManager(): string {
  return JSON.parse(
    execFileSync('node', ['-p', 'JSON.stringify(require("./package.json"))'], { cwd: root }).toString(),
  ).packageManager as string
}

let failed = 0
for (const { directory, manifest } of publishedPackages()) {
  if (!existsSync(join(directory, 'dist'))) {
    console.error(`${manifest.name}: not built. Run the build first.`)
    failed += 1
    continue
  }
  const before = new Set(readdirSync(folder))
  pnpm(['pack', '--pack-destination', folder], directory)
  const archive = readdirSync(folder).find((name) => name.endsWith('.tgz') && !before.has(name))
  if (!archive) throw new Error(`${manifest.name} was not packed.`)
  const path = join(folder, archive)
  const styles = Object.entries(manifest.exports ?? {})
    .filter(([, target]) => target.endsWith('.css'))
    .map(([entry]) => entry)
  const excluded =
    styles.length > 0 ? ['--exclude-entrypoints', ...styles.map((entry) => entry.replace('./', ''))] : []
  const ok =
    passes('publint', bin('publint'), [path, '--strict']) &&
    passes('attw', bin('attw'), [path, '--profile', 'esm-only', '--format', 'ascii', ...excluded])
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${manifest.name}`)
  if (!ok) failed += 1
}
process.exit(failed > 0 ? 1 : 0)

function passes(label: string, command: string, args: readonly string[]): boolean {
  try {
    execFileSync(command, args, { cwd: root, stdio: 'pipe' })
    return true
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: Buffer; stderr?: Buffer }
    console.error(`${label}:\n${stdout?.toString() ?? ''}${stderr?.toString() ?? ''}`)
    return false
  }
}
