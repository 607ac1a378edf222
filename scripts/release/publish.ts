import { execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { packPackages } from '../packPackages.js'
import { takeAtATime } from '../takeAtATime.js'
import { quit } from '../quit.js'
import { publishedPackages, root } from '../workspace.js'
import { npmFault } from './npmFault.js'
import { takeWords } from '../takeWords.js'

/**
 * Publishes every package whose version the registry doesn't have, and tags the commit with each. Needs a build.
 *
 * Packs with pnpm, which writes the ranges of the workspace, and publishes the archives with npm: only npm's client exchanges
 * the word of GitHub's workflow for the right to publish, and signs where a package was built. What is published stays: run it
 * again after a failure, and it goes on with the rest. `--dry-run` says what it would publish.
 */
const { options } = takeWords({ options: ['--dry-run'] })
const execute = promisify(execFile)
const packages = publishedPackages()
const all = packages.map(({ manifest: { name, version } }) => ({ name, version }))
if (!options.has('--dry-run')) checkClone()
const waiting = await withoutPublished(all).catch((error: unknown) => {
  const said = npmFault(String((error as { readonly stderr?: string }).stderr))
  return quit(
    `The registry doesn't say which versions it has: ${said}. Nothing was published. See which registry and login npm is set to, and run this again.`,
    'REGISTRY_UNREADABLE',
  )
})
if (waiting.length === 0) {
  console.log('The registry has every version.')
  // A run that ended after its last package has set no tags yet. Those that are there stay.
  if (!options.has('--dry-run')) tag()
  process.exit(0)
}
if (options.has('--dry-run')) {
  for (const { name, version } of waiting) console.log(`would publish ${name}@${version}`)
  process.exit(0)
}

const folder = mkdtempSync(join(tmpdir(), 'latchkey-publish-'))
try {
  const archives = packPackages(
    waiting.map(({ name }) => name),
    folder,
  )
  const provenance = process.env['GITHUB_ACTIONS'] === 'true' ? ['--provenance'] : []
  const left = new Set(waiting)
  try {
    await takeAtATime(3, waiting, async (one) => {
      const archive = archives.get(one.name)
      if (!archive) throw new Error(`${one.name} was not packed.`)
      await npm('publish', archive, '--access', 'public', ...provenance)
      left.delete(one)
      console.log(`published ${one.name}@${one.version}`)
    })
  } catch (error) {
    const { stderr } = error as { readonly stderr?: string }
    const names = [...left].map(({ name, version }) => `${name}@${version}`)
    console.error(
      `${stderr ?? error}\n${waiting.length - left.size} of ${waiting.length} packages were published. Not published: ${names.join(', ')}.\n` +
        'Mend what npm says and run this again: it goes on with the rest. A name that npm has never seen is published once by an owner with a token (docs/releasing.md).',
    )
    process.exitCode = 1
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
if (process.exitCode === undefined) tag()

/** Asked before the registry is: what is published can't be taken back, and the tags come last. */
function checkClone(): void {
  let changed: string
  try {
    changed = execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8', stdio: 'pipe' })
  } catch {
    return quit(
      'This folder is no git repository, so that no tag could be set. Publish from a clone.',
      'REPOSITORY_MISSING',
    )
  }
  if (changed !== '')
    quit(
      `No commit has these changes, and the tags would be of another state than what is published:\n${changed}Commit or undo them.`,
      'WORK_TREE_CHANGED',
    )
  const unbuilt = packages.filter(({ directory }) => !existsSync(join(directory, 'dist')))
  if (unbuilt.length > 0)
    quit(
      `${unbuilt.length} packages aren't built: ${unbuilt.map(({ manifest }) => manifest.name).join(', ')}. Run "npm run build" first.`,
      'PACKAGES_UNBUILT',
    )
}

function tag(): void {
  execFileSync('npx', ['changeset', 'tag'], { cwd: root, stdio: 'inherit' })
}

interface Version {
  readonly name: string
  readonly version: string
}

/** The versions that the registry doesn't have, in their order. Asks for four at a time: each question starts npm. */
async function withoutPublished(versions: readonly Version[]): Promise<readonly Version[]> {
  const published = new Set<Version>()
  const ask = async (version: Version) => {
    if (await isPublished(version)) published.add(version)
  }
  const [first, ...rest] = versions
  // Alone: a registry that can't be asked is told after one question.
  if (first) await ask(first)
  await takeAtATime(4, rest, ask)
  return versions.filter((version) => !published.has(version))
}

async function isPublished({ name, version }: Version): Promise<boolean> {
  try {
    return (await npm('view', `${name}@${version}`, 'version', '--json')).trim() !== ''
  } catch (error) {
    const said = String((error as { readonly stdout?: string }).stdout)
    // npm's answer for a name or a version that it doesn't have.
    if (said.includes('E404')) return false
    throw error
  }
}

async function npm(...args: readonly string[]): Promise<string> {
  return (await execute('npm', args, { cwd: root })).stdout
}
