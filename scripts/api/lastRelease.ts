import { execFileSync } from 'node:child_process'

export interface Release {
  readonly version: string
  /** Its promises; nothing when its commit has no such file. */
  readonly api: string | undefined
}

/** The newest release of a package by the tag that publishing leaves, such as `@latchkey/kernel@1.2.0`, or nothing. */
export function lastRelease(root: string, name: string, file: string): Release | undefined {
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] }).toString()
  const [tag] = git('tag', '--list', `${name}@*`, '--sort=-version:refname').split('\n')
  if (!tag) return undefined
  const version = tag.slice(name.length + 1)
  const isThere = git('ls-tree', '--name-only', tag, '--', file).trim() !== ''
  return { version, api: isThere ? git('show', `${tag}:${file}`) : undefined }
}
