import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { WorkspacePackage } from './workspace.js'

/** How a package manager runs a program in a project. */
type Runner = readonly [command: string, ...args: string[]]

/**
 * Bundles every entry of packages where each package sees only what it declares. An import that is resolved by chance elsewhere
 * fails here. Returns what is wrong, as sentences.
 */
export function undeclaredProblems(
  project: string,
  packages: readonly WorkspacePackage[],
  [command, ...args]: Runner,
): readonly string[] {
  const entries = packages.flatMap(entriesOf)
  if (entries.length < packages.length) return ['Packages have no entries.']
  const forServers = entries.filter((entry) => /\/server\b/.test(entry))
  const forPages = entries.filter((entry) => !forServers.includes(entry))
  return [...bundle('browser', forPages), ...bundle('node', forServers)]

  function bundle(platform: string, listed: readonly string[]): readonly string[] {
    const file = `${platform}.js`
    const lines = listed.map((entry, index) => `export * as entry${index} from '${entry}'`)
    writeFileSync(join(project, file), `${lines.join('\n')}\n`)
    const options = ['--bundle', `--platform=${platform}`, '--format=esm', `--outdir=bundled/${platform}`]
    try {
      execFileSync(command, [...args, 'esbuild', file, ...options, '--splitting', '--log-level=error'], {
        cwd: project,
        stdio: 'pipe',
      })
      return []
    } catch (error) {
      return [
        `Entries for ${platform} can't be bundled.`,
        String((error as { readonly stderr: Buffer }).stderr),
      ]
    }
  }
}

/** The entries of a package that are code, as an app imports them. */
function entriesOf({ manifest }: WorkspacePackage): readonly string[] {
  return Object.entries(manifest.publishConfig?.exports ?? {}).flatMap(([path, target]) => {
    const file = typeof target === 'string' ? target : target['default']
    return file?.endsWith('.js') ? [`${manifest.name}${path.slice(1)}`] : []
  })
}
