import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readAnswers } from './networks/answers.js'
import { answersFile } from './networks/answersFile.js'
import { listFacts } from './networks/listFacts.js'
import { longestSilence, silentFacts } from './networks/silentFacts.js'
import { staleGenerators } from './staleGenerators.js'
import { publishedPackages, root } from './workspace.js'
import { readPlan } from './release/readPlan.js'
import { takeWords } from './takeWords.js'

/**
 * Fails when a package would go major without a changeset that names it as major: changesets turns a peer
 * dependency that leaves its range into a major of the dependent, which must be somebody's decision.
 */
takeWords({})
const plan = await readPlan(root)
const problems: string[] = []

for (const release of plan.releases) {
  if (release.type !== 'major') continue
  const named = plan.changesets.some((changeset) =>
    changeset.releases.some((entry) => entry.name === release.name && entry.type === 'major'),
  )
  if (!named) problems.push(`${release.name} would go to ${release.newVersion}, and no changeset says why.`)
}

problems.push(...staleGenerators(plan.releases, publishedPackages()))

const known = new Set(publishedPackages().map(({ manifest }) => manifest.name))
for (const name of readdirSync(join(root, '.changeset'))) {
  if (!name.endsWith('.md') || name === 'README.md') continue
  const text = readFileSync(join(root, '.changeset', name), 'utf8')
  for (const match of text.matchAll(/^['"](@[^'"]+)['"]:/gm)) {
    if (!known.has(match[1] as string)) problems.push(`${name} names ${match[1]}, which is not published.`)
  }
}

// Told and not failed: what others switch off must not hold up a release that mends something else.
const silent = silentFacts(listFacts(), readAnswers(answersFile), Date.now())
if (silent.length > 0) {
  console.warn(
    `${silent.length} defaults haven't answered for ${longestSilence} days. Run "npm run networks:check".`,
  )
  for (const { fact, days } of silent) console.warn(`  ${fact.id}: ${days} days`)
}

for (const problem of problems) console.error(problem)
console.log(`${plan.releases.length} packages in the release plan, ${problems.length} problems.`)
process.exit(problems.length > 0 ? 1 : 0)
