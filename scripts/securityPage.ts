import { type CoverageRow, readProof } from './coverageTable.js'

/** Reads the claims of a security page: the rows of its table with the columns Attacker, Outcome and Proof. */
export function readSecurityPage(text: string): {
  rows: readonly CoverageRow[]
  problems: readonly string[]
} {
  const rows: CoverageRow[] = []
  const problems: string[] = []
  const lines = text.split('\n')
  const start = lines.findIndex((line) => /^\| *Attacker *\| *Outcome *\| *Proof *\|$/.test(line))
  if (start < 0) return { rows, problems: ['there is no table with the columns Attacker, Outcome and Proof'] }
  for (const line of lines.slice(start + 2)) {
    if (!line.startsWith('|')) break
    const [id = '', says = '', proof = '', ...more] = line
      .trim()
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim())
    if (more.length > 0) problems.push(`${id}: expected 3 cells`)
    const coverage = proof.split('<br>').map((part) => readProof(part.trim()))
    // An open or refused row doesn't prove a claim of the page.
    if (coverage.some((entry) => entry?.kind !== 'proven')) problems.push(`${id}: "${proof}" is no test`)
    rows.push({ id, says, coverage: coverage.filter((entry) => entry !== undefined) })
  }
  if (rows.length === 0) problems.push('there are no claims')
  return { rows, problems }
}
