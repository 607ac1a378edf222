// Checks that every test named in docs/spec-coverage.md exists, and prints how much of the specification is proven.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkProofs, countCoverage, readCoverage } from './coverageTable.js'

const root = join(import.meta.dirname, '..')
const sources = new Map<string, string | undefined>()

function read(file: string): string | undefined {
  const path = join(root, file)
  if (!sources.has(file)) sources.set(file, existsSync(path) ? readFileSync(path, 'utf8') : undefined)
  return sources.get(file)
}

const { rows, problems } = readCoverage(readFileSync(join(root, 'docs/spec-coverage.md'), 'utf8'))
const all = [...problems, ...checkProofs(rows, read)]
for (const problem of all) console.error(problem)

const { proven, open, refused, byIssue } = countCoverage(rows)
const issues = Object.entries(byIssue).map(([issue, count]) => `${issue}: ${count}`)
console.log(
  `${rows.length} rows: ${proven} proven, ${open} open (by issue ${issues.join(', ')}), ${refused} refused`,
)
process.exit(all.length > 0 ? 1 : 0)
