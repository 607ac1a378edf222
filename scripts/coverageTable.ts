export type Coverage =
  | { readonly kind: 'proven'; readonly file: string; readonly title: string; readonly isPrefix: boolean }
  | { readonly kind: 'open'; readonly issue: string }
  | { readonly kind: 'refused'; readonly document: string }

export interface CoverageRow {
  /** Number of the row, such as `4.12`, or an acceptance item, such as `E12` or `U07`. */
  readonly id: string
  readonly says: string
  /** More than one when several tests prove the row together. */
  readonly coverage: readonly Coverage[]
}

/** Reads the tables of docs/spec-coverage.md and docs/reference-coverage.md: rows of four cells, of which the third says what proves the row. */
export function readCoverage(text: string): { rows: readonly CoverageRow[]; problems: readonly string[] } {
  const rows: CoverageRow[] = []
  const problems: string[] = []
  const seen = new Set<string>()
  for (const line of text.split('\n')) {
    if (!/^\| *[EU]?\d/.test(line)) continue
    const cells = line
      .trim()
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replaceAll('\\|', '|'))
    const [id = '', says = '', proof = ''] = cells
    if (cells.length !== 4) problems.push(`${id}: expected 4 cells, but found ${cells.length}`)
    if (seen.has(id)) problems.push(`${id}: the number is used twice`)
    if (says === '') problems.push(`${id}: says nothing`)
    seen.add(id)
    const coverage = proof.split('<br>').map((part) => readProof(part.trim()))
    if (coverage.includes(undefined)) problems.push(`${id}: cannot read "${proof}"`)
    rows.push({ id, says, coverage: coverage.filter((entry) => entry !== undefined) })
  }
  if (rows.length === 0) problems.push('there are no rows')
  return { rows, problems }
}

/** Reads one proof: a file, and the title of a test in it, or after `~` the start of one. */
export function readProof(text: string): Coverage | undefined {
  const open = /^open \((\d+|later|none)\)$/.exec(text)
  if (open?.[1]) return { kind: 'open', issue: open[1] }
  const refused = /^refused \((.+)\)$/.exec(text)
  if (refused?.[1]) return { kind: 'refused', document: refused[1] }
  const proven = /^(\S+\.(?:test|spec)(?:\.browser)?\.tsx?) › (~?)(.+)$/.exec(text)
  const [, file, prefix, title] = proven ?? []
  if (!file || !title) return undefined
  return { kind: 'proven', file, title, isPrefix: prefix === '~' }
}

/** What is wrong with the tests that are named: a file that is not there, or a title that is not in it. */
export function checkProofs(
  rows: readonly CoverageRow[],
  read: (file: string) => string | undefined,
): readonly string[] {
  return rows.flatMap(({ id, coverage }) =>
    coverage.flatMap((entry) => {
      if (entry.kind !== 'proven') return []
      const source = read(entry.file)
      if (source === undefined) return [`${id}: there is no file ${entry.file}`]
      const found = titlesIn(source).some((title) =>
        entry.isPrefix ? title.startsWith(entry.title) : title === entry.title,
      )
      return found ? [] : [`${id}: ${entry.file} has no test "${entry.title}"`]
    }),
  )
}

/** Every text of a source that may be a title: whole string literals, so that a comment or a part of one is none. */
export function titlesIn(source: string): readonly string[] {
  const literals = source.matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)
  return [...literals].map(([, single, double, template]) =>
    (single ?? double ?? template ?? '').replace(/\\(['"`\\])/g, '$1'),
  )
}

/** A row counts as proven when each of its entries is; one that is partly open is open. */
export function countCoverage(rows: readonly CoverageRow[]) {
  const has = (row: CoverageRow, kind: Coverage['kind']) => row.coverage.some((entry) => entry.kind === kind)
  const open = rows.filter((row) => has(row, 'open'))
  const refused = rows.filter((row) => !has(row, 'open') && !has(row, 'proven'))
  const byIssue: Record<string, number> = {}
  for (const row of open) {
    const issue = row.coverage.find((entry) => entry.kind === 'open')?.issue ?? ''
    byIssue[issue] = (byIssue[issue] ?? 0) + 1
  }
  return {
    proven: rows.length - open.length - refused.length,
    open: open.length,
    refused: refused.length,
    byIssue,
  }
}
