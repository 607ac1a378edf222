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
  for (const [path, text] of files)
    planned.set(dotted(fillPlaceholders(path, values, path)), fillPlaceholders(text, values, path))
  for (const [path, text] of Object.entries(plan.files ?? {})) planned.set(path, text)
  const manifest = manifests
    .map((text) => JSON.parse(fillPlaceholders(text, values, 'package.json')) as Manifest)
    .reduce(mergeManifests, {})
  const archived = archiveFields(plan)
  const complete = { ...fillVersions(manifest, plan.versions), ...archived.manifest }
  planned.set('package.json', `${JSON.stringify(complete, null, 2)}\n`)
  for (const [path, text] of Object.entries(archived.files))
    planned.set(path, (planned.get(path) ?? '') + text)
  return new Map([...planned].sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** A registry leaves out files such as `.gitignore`, so templates have them as `_gitignore`. */
const dotted = (path: string) => path.replace(/(^|\/)_(?=[^/_]+$)/, '$1.')

/** Packages of archives depend on each other by ranges, which lead to the archives by the words of the package manager. */
function archiveFields({ archives, packageManager }: ProjectPlan): {
  readonly manifest: Manifest
  readonly files: Readonly<Record<string, string>>
} {
  if (Object.keys(archives).length === 0) return { manifest: {}, files: {} }
  if (packageManager === 'pnpm')
    return { manifest: {}, files: { 'pnpm-workspace.yaml': `overrides: ${JSON.stringify(archives)}\n` } }
  return { manifest: { [packageManager === 'npm' ? 'overrides' : 'resolutions']: archives }, files: {} }
}
