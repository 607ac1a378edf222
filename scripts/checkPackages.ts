import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type Archive, archiveProblems } from './archiveProblems.js'
import { packPackage } from './packPackage.js'
import { archivesFolder, publishedPackages, repository, root } from './workspace.js'

/**
 * Packs every published package as it would be published, and asks publint, arethetypeswrong and our own rules about the
 * archive. The archives stay in `.artifacts/packages` for what is built from them alone.
 */
rmSync(archivesFolder, { recursive: true, force: true })
mkdirSync(archivesFolder, { recursive: true })

const bin = (name: string) => join(root, 'node_modules/.bin', name)

let failed = 0
for (const { directory, manifest } of publishedPackages()) {
  if (!existsSync(join(directory, 'dist'))) {
    console.error(`${manifest.name}: not built. Run the build first.`)
    failed += 1
    continue
  }
  const path = packPackage(directory, archivesFolder)
  const archive = unpack(path)
  const problems = archiveProblems(archive, {
    repository,
    directory: relative(root, directory),
    hasPath: (below) => existsSync(join(root, below)),
  })
  for (const problem of problems) console.error(`${manifest.name}: ${problem}`)
  const ok =
    problems.length === 0 &&
    passes('publint', bin('publint'), [path, '--strict']) &&
    passes('attw', bin('attw'), [
      path,
      '--profile',
      'esm-only',
      '--format',
      'ascii',
      ...withoutStyles(archive),
    ])
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${manifest.name}`)
  if (!ok) failed += 1
}
process.exit(failed > 0 ? 1 : 0)

/** A style sheet has no module whose types could be wrong. */
function withoutStyles({ manifest }: Archive): readonly string[] {
  const styles = Object.keys(manifest.exports ?? {}).filter((entry) => entry.endsWith('.css'))
  return styles.length > 0 ? ['--exclude-entrypoints', ...styles.map((entry) => entry.replace('./', ''))] : []
}

function unpack(path: string): Archive {
  const folder = join(root, '.artifacts/unpacked')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  execFileSync('tar', ['-xzf', path, '-C', folder])
  const files = new Map<string, string>()
  for (const entry of readdirSync(join(folder, 'package'), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    files.set(relative(join(folder, 'package'), file), readFileSync(file, 'utf8'))
  }
  rmSync(folder, { recursive: true, force: true })
  return { files, manifest: JSON.parse(files.get('package.json') ?? '{}') as Archive['manifest'] }
}

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
