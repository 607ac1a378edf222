import { existsSync, readFileSync, rmSync, readdirSync, writeFileSync, mkdirSync } from 'node:fs'
import { basename, relative } from 'node:path'
import getReleasePlan from '@changesets/get-release-plan'
import { takeWords } from '../takeWords.js'
import { publishedPackages, root } from '../workspace.js'
import { apiFile, apiFolder } from './apiFile.js'
import { apiProblems, type Bump } from './apiProblems.js'
import { bumpBetween } from './bumpBetween.js'
import { lastRelease } from './lastRelease.js'
import { readApi } from './readApi.js'

/**
 * Fails when `api/` doesn't say what the packages promise, or when a package breaks what its last release promised and no
 * changeset says so. `--write` writes `api/`.
 */
const { options } = takeWords({ options: ['--write'] })
const packages = publishedPackages().map(({ directory, manifest }) => ({
  folder: relative(root, directory),
  ...manifest,
}))
const texts = readApi(
  root,
  packages.map(({ folder }) => folder),
)
const problems: string[] = []

if (options.has('--write')) {
  rmSync(apiFolder, { recursive: true, force: true })
  mkdirSync(apiFolder)
  for (const [folder, text] of texts) writeFileSync(apiFile(folder), text)
} else {
  const stale = [...texts].filter(([folder, text]) => {
    const file = apiFile(folder)
    return !existsSync(file) || readFileSync(file, 'utf8') !== text
  })
  const known = new Set([...texts.keys()].map((folder) => basename(apiFile(folder))))
  const left = existsSync(apiFolder) ? readdirSync(apiFolder).filter((name) => !known.has(name)) : []
  for (const name of [...stale.map(([folder]) => basename(apiFile(folder))), ...left])
    problems.push(`api/${name} doesn't say what the package promises. Run "npm run api" and read the change.`)
}

const plan = await getReleasePlan(root)
const changes = packages.map(({ folder, name, version }) => {
  const release = lastRelease(root, name, relative(root, apiFile(folder)))
  const planned = plan.releases.find((one) => one.name === name)
  return {
    name,
    before: release?.api,
    after: texts.get(folder) as string,
    bump: (release ? bumpBetween(release.version, planned?.newVersion ?? version) : 'none') satisfies Bump,
    changesets: plan.changesets
      .filter(({ releases }) => releases.some((one) => one.name === name))
      .map(({ summary }) => summary),
  }
})
problems.push(...apiProblems(changes))

for (const problem of problems) console.error(problem)
const released = changes.filter(({ before }) => before !== undefined).length
console.log(
  `${texts.size} packages, ${released} compared with their last release, ${problems.length} problems.`,
)
process.exit(problems.length > 0 ? 1 : 0)
