import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from '../../scripts/workspace.js'
import { siteProblems } from './siteProblems.js'

/** Checks links, anchors and scripts of the site that `npm run docs:build` has made. */
const built = join(root, 'site/dist')
const paths = readdirSync(built, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(built, join(entry.parentPath, entry.name)))

const problems = siteProblems({
  paths: new Set(paths),
  read: (path) => readFileSync(join(built, path), 'utf8'),
  sizeOf: (path) => statSync(join(built, path)).size,
})
const pages = paths.filter((path) => path.endsWith('.html')).length
for (const problem of problems) console.error(problem)
console.log(`${pages} pages of the site, ${problems.length} problems.`)
process.exit(problems.length > 0 || pages < 100 ? 1 : 0)
