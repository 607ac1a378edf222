import { describe, expect, it } from 'vitest'
import { apiProblems, type Bump, type Change } from './apiProblems.js'
import { bumpBetween } from './bumpBetween.js'

const before = '# @x/pay\nPayer.pay(): void\nPayer.readonly at: number\n'
const change = (after: string, bump: Bump, ...changesets: readonly string[]): Change => ({
  name: '@x/pay',
  before,
  after,
  bump,
  changesets,
})
const gone = '# @x/pay\nPayer.pay(): void\n'
const grown = `${before}Payer.readonly of?: number\n`
const read = `${before}Payer.readonly to: string\n`

describe('how big a change is said to be', () => {
  it.each(['none', 'patch', 'minor'] as const)('refuses a break that is said to be %s', (bump) => {
    expect(apiProblems([change(gone, bump)])).toEqual([
      `@x/pay breaks what its last release promised, and its changesets say ${bump}. Say "major" and what to do in one of them, or name what breaks nobody in a line "Not breaking: Payer.at".\n  gone: @x/pay › Payer.readonly at: number`,
    ])
  })

  it('takes a break that is said to be one', () => {
    expect(apiProblems([change(gone, 'major')])).toEqual([])
  })

  it.each(['none', 'patch'] as const)('refuses something new that is said to be %s', (bump) => {
    expect(apiProblems([change(grown, bump)])).toEqual([
      `@x/pay promises something new (@x/pay › Payer.readonly of?: number), and its changesets say ${bump}. Say "minor".`,
    ])
  })

  it.each(['minor', 'major'] as const)('takes something new that is said to be %s', (bump) => {
    expect(apiProblems([change(grown, bump)])).toEqual([])
  })

  it('takes what a changeset says breaks nobody, as an addition', () => {
    const text = 'Payers tell whom they pay.\n\nNot breaking: Payer.to.'
    expect(apiProblems([change(read, 'minor', text)])).toEqual([])
    expect(apiProblems([change(read, 'patch', text)])[0]).toContain('Say "minor"')
    expect(apiProblems([change(read, 'minor', 'Not breaking: Payer.from')])[0]).toContain('asked for')
  })

  it('asks nothing of a package that was never released', () => {
    expect(apiProblems([{ ...change(gone, 'none'), before: undefined }])).toEqual([])
  })

  it('tells twelve lines and how many there are more', () => {
    const many = Array.from({ length: 20 }, (_, at) => `type Name${at} = ${at}`).join('\n')
    const [problem = ''] = apiProblems([{ ...change('', 'patch'), before: many }])
    expect(problem.split('\n')).toHaveLength(14)
    expect(problem).toContain('  and 8 more')
  })

  it.each([
    ['1.0.0', '2.0.0', 'major'],
    ['1.0.0', '1.1.0', 'minor'],
    ['1.0.0', '1.0.1', 'patch'],
    ['1.0.0', '1.0.0', 'none'],
    ['1.0.0', '1.0.0-rc.1', 'none'],
    ['1.9.9', '2.0.0-rc.1', 'major'],
  ] as const)('from %s to %s is %s', (from, to, bump) => {
    expect(bumpBetween(from, to)).toBe(bump)
  })
})
