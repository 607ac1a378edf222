import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { lastLines } from '../lastLines.js'
import { publishedPackages, root } from '../workspace.js'

export interface WorkspaceCopy {
  readonly folder: string
  /** Runs a command in the copy. Throws with what it said when it fails. */
  readonly run: (command: string, ...args: readonly string[]) => string
  /** Rewrites one file of a package. */
  readonly edit: (packageName: string, file: string, write: (text: string) => string) => void
  /** Adds a changeset, as an author of a change does. */
  readonly addChangeset: (name: string, releases: Readonly<Record<string, Bump>>, text: string) => void
  /** Raises versions and publishes, with the commands that `release.yml` runs. */
  readonly release: () => void
}

export type Bump = 'patch' | 'minor' | 'major'

/** A clone of the last commit with its own dependencies, built, whose packages go to the registry of `settings`. */
export function copyWorkspace(folder: string, settings: string): WorkspaceCopy {
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', root, folder], { stdio: 'inherit' })
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    packageManager: string
  }
  const run = (command: string, ...args: readonly string[]) => {
    try {
      return execFileSync(command, args, {
        cwd: folder,
        stdio: ['ignore', 'pipe', 'pipe'],
        maxBuffer: 256 * 1024 * 1024,
        env: { ...process.env, ...author, CI: 'true' },
      }).toString()
    } catch (error) {
      throw new Error(`${command} ${args.join(' ')} failed.\n${lastLines(error)}`)
    }
  }
  const pnpm = (...args: readonly string[]) => run('npx', '-y', packageManager, ...args)
  pnpm('install', '--frozen-lockfile', '--prefer-offline')
  writeFileSync(join(folder, '.npmrc'), settings)
  let isBuilt = false
  const home = (name: string) => {
    const found = publishedPackages().find(({ manifest }) => manifest.name === name)
    if (!found) throw new Error(`${name} isn't published.`)
    return relative(root, found.directory)
  }
  return {
    folder,
    run,
    edit: (name, file, write) => {
      const path = join(folder, home(name), file)
      writeFileSync(path, write(readFileSync(path, 'utf8')))
    },
    addChangeset: (name, releases, text) => {
      const lines = Object.entries(releases).map(([released, bump]) => `'${released}': ${bump}`)
      writeFileSync(join(folder, '.changeset', `${name}.md`), `---\n${lines.join('\n')}\n---\n\n${text}\n`)
    },
    release: () => {
      run('npm', 'run', 'version')
      run('git', 'add', '--all')
      // A version that stands in no source changes nothing of what is built.
      const isChanged = /^\S+\/src\//m.test(run('git', 'diff', '--cached', '--name-only'))
      if (isChanged || !isBuilt) run('npx', 'tsx', 'scripts/build.ts')
      isBuilt = true
      run('git', 'commit', '--quiet', '--allow-empty', '--message', 'Release')
      run('npx', 'tsx', 'scripts/release/publish.ts')
    },
  }
}

const author = {
  GIT_AUTHOR_NAME: 'rehearsal',
  GIT_AUTHOR_EMAIL: 'rehearsal@example.com',
  GIT_COMMITTER_NAME: 'rehearsal',
  GIT_COMMITTER_EMAIL: 'rehearsal@example.com',
}
