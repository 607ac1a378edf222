import { isAbsolute } from 'node:path'
import { CreateError } from './createError.js'
import { fillPlaceholders } from './fillPlaceholders.js'
import { fillVersions, type Manifest, mergeManifests } from './mergeManifests.js'
import { commandsOf } from './packageManager.js'
import type { ProjectPlan } from './projectPlan.js'
import { readParts } from './readParts.js'

/**
 * Makes the text of each file of a project, by path. Writes nothing.
 *
 * @throws CreateError `CREATE_TEMPLATE_INVALID`
 */
export function planFiles(plan: ProjectPlan): ReadonlyMap<string, string> {
  const values = { ...commandsOf(plan.packageManager), packageName: plan.packageName, ...plan.values }
  const { files, manifests } = readParts(plan.templates, plan.parts)
  const planned = new Map<string, string>()
  const sources = new Map<string, string>()
  for (const [path, text] of files) {
    const filled = dotted(fillPlaceholders(path, values, path))
    const other = sources.get(filled.toLowerCase())
    if (other !== undefined)
      throw new CreateError(
        'CREATE_TEMPLATE_INVALID',
        `${other} and ${path} would both be written to ${filled}. Give another name, or rename one of them.`,
      )
    sources.set(filled.toLowerCase(), path)
    planned.set(filled, fillPlaceholders(text, values, path))
  }
  for (const [path, text] of Object.entries(plan.files ?? {})) planned.set(path, text)
  for (const path of planned.keys()) checkPath(path)
  const own = manifests.map((text) => JSON.parse(fillPlaceholders(text, values, 'package.json')) as Manifest)
  const manifest = [...own, ...(plan.manifests ?? [])].reduce(mergeManifests, {})
  const complete = { ...fillVersions(manifest, plan.versions), ...archiveFields(plan) }
  planned.set('package.json', `${JSON.stringify(complete, null, 2)}\n`)
  const settings = pnpmSettings(plan)
  if (settings !== '') planned.set('pnpm-workspace.yaml', settings)
  return new Map([...planned].sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** Values and files of a generator stand in paths, so a path may lead out of the project. */
function checkPath(path: string): void {
  const isInside = !isAbsolute(path) && !path.split(/[\\/]/).some((part) => /^\.*$/.test(part))
  if (!isInside)
    throw new CreateError(
      'CREATE_TEMPLATE_INVALID',
      `"${path}" leads out of the project. Give a path below it, such as "src/index.ts".`,
    )
}

/** A registry leaves out files such as `.gitignore`, so templates have them as `_gitignore`. */
const dotted = (path: string) => path.replace(/(^|\/)_(?=[^/_][^/]*$)/, '$1.')

/** Packages of archives depend on each other by ranges, which lead to the archives by the words of the package manager. */
function archiveFields({ archives, packageManager }: ProjectPlan): Manifest {
  if (Object.keys(archives).length === 0 || packageManager === 'pnpm') return {}
  return { [packageManager === 'npm' ? 'overrides' : 'resolutions']: archives }
}

/** The settings that pnpm reads from a file of its own. */
function pnpmSettings({ archives, refusedBuilds = [], packageManager }: ProjectPlan): string {
  if (packageManager !== 'pnpm') return ''
  const section = (name: string, entries: Readonly<Record<string, unknown>>) => {
    const lines = Object.entries(entries).map(
      ([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)}\n`,
    )
    return lines.length > 0 ? `${name}:\n${lines.join('')}` : ''
  }
  return [
    section('allowBuilds', Object.fromEntries(refusedBuilds.map((name) => [name, false]))),
    section('overrides', archives),
  ].join('')
}
