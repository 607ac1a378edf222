import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from '../../scripts/workspace.js'
import { siteProblems } from './siteProblems.js'
import { takeWords } from '../../scripts/takeWords.js'

/** Checks links, anchors and scripts of the site that `npm run docs:build` has made. */
takeWords({})
const built = join(root, 'site/dist')
const paths = readdirSync(built, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(built, join(entry.parentPath, entry.name)))

const read = (path: string) => readFileSync(join(built, path), 'utf8')
const problems = [
  ...siteProblems({
    paths: new Set(paths),
    read,
    sizeOf: (path) => statSync(join(built, path)).size,
  }),
  ...codesOfReadme(),
]
const pages = paths.filter((path) => path.endsWith('.html')).length
for (const problem of problems) console.error(problem)
console.log(`${pages} pages of the site, ${problems.length} problems.`)
process.exit(problems.length > 0 || pages < 100 ? 1 : 0)

/** The README says how many codes there are; each is a heading of the page of errors. */
function codesOfReadme(): readonly string[] {
  const [, claimed] = /more than (\d+) codes/.exec(readFileSync(join(root, 'README.md'), 'utf8')) ?? []
  const count = read('reference/errors.md').match(/^### /gm)?.length ?? 0
  if (claimed !== undefined && count > Number(claimed)) return []
  return [`README.md says “more than ${claimed ?? '…'} codes”, and there are ${count}.`]
}
