import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checkProofs } from './coverageTable.js'
import { readSecurityPage } from './securityPage.js'

const page = (row: string) => `| Attacker | Outcome | Proof |\n| --- | --- | --- |\n${row}\n\ntext`
const read = (file: string) => (file === 'a.test.ts' ? "test('is refused', () => {})" : undefined)
const problemsOf = (row: string) => {
  const { rows, problems } = readSecurityPage(page(row))
  return [...problems, ...checkProofs(rows, read)]
}

test.each([
  ['embedded-wallet', 20],
  ['sign-in', 10],
])('every claim about security in %s names a test that is there', (name, least) => {
  const { rows, problems } = readSecurityPage(
    readFileSync(new URL(`../docs/security/${name}.md`, import.meta.url), 'utf8'),
  )
  const readHere = (file: string) => {
    try {
      return readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')
    } catch {
      return undefined
    }
  }
  expect([...problems, ...checkProofs(rows, readHere)]).toEqual([])
  expect(rows.length).toBeGreaterThan(least)
})

test.each([
  ['| A | B | a.test.ts › is refused |', []],
  ['| A | B | a.test.ts › ~is |', []],
  ['| A | B | a.test.ts › is allowed |', ['A: a.test.ts has no test "is allowed"']],
  ['| A | B | b.test.ts › is refused |', ['A: there is no file b.test.ts']],
  ['| A | B | `a.test.ts`: is refused |', ['A: "`a.test.ts`: is refused" is no test']],
  ['| A | B | open (13) |', ['A: "open (13)" is no test']],
  ['| A | B |  |', ['A: "" is no test']],
  ['| A | B | a.test.ts › is refused | more |', ['A: expected 3 cells']],
  ['', ['there are no claims']],
])('%s has these problems: %j', (row, problems) => {
  expect(problemsOf(row)).toEqual(problems)
})

test('a page without the table is no proof', () => {
  expect(readSecurityPage('text').problems).toHaveLength(1)
})
