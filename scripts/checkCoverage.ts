// Checks that every test named in the two pages of coverage exists, and prints how much of each is proven.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkProofs, countCoverage, readCoverage } from './coverageTable.js'
import { takeWords } from './takeWords.js'

takeWords({})
const root = join(import.meta.dirname, '..')
const sources = new Map<string, string | undefined>()

function read(file: string): string | undefined {
  const path = join(root, file)
  if (!sources.has(file)) sources.set(file, existsSync(path) ? readFileSync(path, 'utf8') : undefined)
  return sources.get(file)
}

const pages = ['docs/spec-coverage.md', 'docs/reference-coverage.md']
const problems = pages.flatMap((page) => {
  const { rows, problems } = readCoverage(readFileSync(join(root, page), 'utf8'))
  const { proven, open, refused, byIssue } = countCoverage(rows)
  const issues = Object.entries(byIssue).map(([issue, count]) => `${issue}: ${count}`)
  console.log(
    `${page}: ${rows.length} rows: ${proven} proven, ${open} open (by issue ${issues.join(', ')}), ${refused} refused`,
  )
  return [...problems, ...checkProofs(rows, read)].map((problem) => `${page}: ${problem}`)
})
for (const problem of problems) console.error(problem)
process.exit(problems.length > 0 ? 1 : 0)
