import { execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { type Archive, archiveProblems } from './archiveProblems.js'
import { packPackages } from './packPackages.js'
import { archivesFolder, publishedPackages, repository, root } from './workspace.js'
import { takeAtATime } from './takeAtATime.js'
import { takeWords } from './takeWords.js'

/**
 * Packs every published package as it would be published, and asks publint, arethetypeswrong and our own rules about the
 * archive. The archives stay in `.artifacts/packages` for what is built from them alone.
 */
takeWords({})
rmSync(archivesFolder, { recursive: true, force: true })
mkdirSync(archivesFolder, { recursive: true })

const execute = promisify(execFile)

const packages = publishedPackages()
const unbuilt = packages.filter(({ directory }) => !existsSync(join(directory, 'dist')))
for (const { manifest } of unbuilt) console.error(`${manifest.name}: not built. Run the build first.`)
if (unbuilt.length > 0) process.exit(1)

const archives = packPackages(
  packages.map(({ manifest }) => manifest.name),
  archivesFolder,
)
let failed = 0
// As many as the machines that run this have cores.
await takeAtATime(2, packages, async ({ directory, manifest }) => {
  const ok = await checkPackage(directory, archives.get(manifest.name) ?? '')
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${manifest.name}`)
  if (!ok) failed += 1
})
process.exit(failed > 0 ? 1 : 0)

async function checkPackage(directory: string, path: string): Promise<boolean> {
  const archive = unpack(path)
  const problems = archiveProblems(archive, {
    repository,
    directory: relative(root, directory),
    hasPath: (below) => existsSync(join(root, below)),
  })
  for (const problem of problems) console.error(`${archive.manifest.name}: ${problem}`)
  return (
    problems.length === 0 &&
    (await passes('publint', [path, '--strict'])) &&
    passes('attw', [path, '--profile', 'esm-only', '--format', 'ascii', ...withoutStyles(archive)])
  )
}

/** A style sheet has no module whose types could be wrong. */
function withoutStyles({ manifest }: Archive): readonly string[] {
  const styles = Object.keys(manifest.exports ?? {}).filter((entry) => entry.endsWith('.css'))
  return styles.length > 0 ? ['--exclude-entrypoints', ...styles.map((entry) => entry.replace('./', ''))] : []
}

function unpack(path: string): Archive {
  const folder = join(root, '.artifacts/unpacked', basename(path))
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

async function passes(tool: 'publint' | 'attw', args: readonly string[]): Promise<boolean> {
  try {
    await execute(join(root, 'node_modules/.bin', tool), args, { cwd: root })
    return true
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string }
    console.error(`${tool}:\n${stdout ?? ''}${stderr ?? ''}`)
    return false
  }
}
