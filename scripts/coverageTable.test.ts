import { describe, expect, it } from 'vitest'
import { checkProofs, countCoverage, readCoverage, titlesIn } from './coverageTable.js'

const table = (...rows: string[]) =>
  ['| # | what | proven by | note |', '|---|---|---|---|', ...rows].join('\n')

describe('readCoverage', () => {
  it('reads the three kinds, several proofs of a row, and pipes in text', () => {
    const { rows, problems } = readCoverage(
      table(
        '| 2.1 | a \\| b | a/b.test.ts › it works<br>e2e/x.spec.ts › ~each of | |',
        '| 2.2 | c | open (5) | later |',
        '| 2.3 | d | refused (standards.md section 17) | |',
        '| U07 | e | open (13) | |',
      ),
    )
    expect(problems).toEqual([])
    expect(rows).toEqual([
      {
        id: '2.1',
        says: 'a | b',
        coverage: [
          { kind: 'proven', file: 'a/b.test.ts', title: 'it works', isPrefix: false },
          { kind: 'proven', file: 'e2e/x.spec.ts', title: 'each of', isPrefix: true },
        ],
      },
      { id: '2.2', says: 'c', coverage: [{ kind: 'open', issue: '5' }] },
      { id: '2.3', says: 'd', coverage: [{ kind: 'refused', document: 'standards.md section 17' }] },
      { id: 'U07', says: 'e', coverage: [{ kind: 'open', issue: '13' }] },
    ])
  })

  it.each([
    ['| 2.1 | a | it seems to work | |', '2.1: cannot read "it seems to work"'],
    ['| 2.1 | a | open | |', '2.1: cannot read "open"'],
    ['| 2.1 | a | a/b.ts › title | |', '2.1: cannot read "a/b.ts › title"'],
    ['| 2.1 | a | open (5) |', '2.1: expected 4 cells, but found 3'],
    ['| 2.1 |  | open (5) | |', '2.1: says nothing'],
  ])('says what is wrong with %s', (row, problem) => {
    expect(readCoverage(table(row)).problems).toEqual([problem])
  })

  it('refuses a number that is used twice, and a page without rows', () => {
    const row = '| 2.1 | a | open (5) | |'
    expect(readCoverage(table(row, row)).problems).toEqual(['2.1: the number is used twice'])
    expect(readCoverage('# Nothing').problems).toEqual(['there are no rows'])
  })
})

describe('checkProofs', () => {
  const source = `
    // in a comment: a third thing
    it('does one thing', () => {})
    it.each([1, 2])('does %i things', () => {})
    test("says 'no'", () => {})
    test('an app\\'s own', () => {})
  `
  const check = (proof: string) =>
    checkProofs(readCoverage(table(`| 1.1 | a | ${proof} | |`)).rows, (file) =>
      file === 'a.test.ts' ? source : undefined,
    )

  it.each([
    'a.test.ts › does one thing',
    'a.test.ts › ~does',
    "a.test.ts › says 'no'",
    "a.test.ts › an app's own",
    'open (4)',
  ])('is content with %s', (proof) => expect(check(proof)).toEqual([]))

  it.each([
    ['a.test.ts › does one', '1.1: a.test.ts has no test "does one"'],
    ['a.test.ts › ~one thing', '1.1: a.test.ts has no test "one thing"'],
    ['a.test.ts › a third thing', '1.1: a.test.ts has no test "a third thing"'],
    ['b.test.ts › does one thing', '1.1: there is no file b.test.ts'],
  ])('refuses %s', (proof, problem) => expect(check(proof)).toEqual([problem]))
})

it('finds titles in each kind of quotes', () => {
  expect(titlesIn(`a('x'); b("y 'z'"); c(\`w\`)`)).toEqual(['x', "y 'z'", 'w'])
})

it('counts a row that is partly open as open', () => {
  const { rows } = readCoverage(
    table(
      '| 1.1 | a | a.test.ts › t | |',
      '| 1.2 | b | a.test.ts › t<br>open (5) | |',
      '| 1.3 | c | open (later) | |',
      '| 1.4 | d | refused (x) | |',
      '| 1.5 | e | refused (x)<br>a.test.ts › t | |',
    ),
  )
  expect(countCoverage(rows)).toEqual({ proven: 2, open: 2, refused: 1, byIssue: { 5: 1, later: 1 } })
})
