import { describe, expect, it } from 'vitest'
import vectors from '../../vectors/http.json' with { type: 'json' }
import { readRetryAfter } from './readRetryAfter.js'

interface Case {
  readonly kind: string
  readonly value?: string
  readonly expect_epoch_ms?: number
}

describe('Retry-After', () => {
  it('agrees with the public vectors', () => {
    const cases = vectors.cases as readonly Case[]
    expect(cases).toHaveLength(vectors.meta.cases_in_this_half)
    const read = {
      'http-date': ({ value = '', expect_epoch_ms = 0 }: Case) =>
        expect(readRetryAfter(value, expect_epoch_ms - 5_000)).toBe(5_000),
      'retry-after-invalid': ({ value = '' }: Case) => expect(readRetryAfter(value, 0)).toBeUndefined(),
    }
    // Nothing here speaks OAuth.
    const others = new Set(['bearer-request', 'bearer-challenge', 'pkce'])
    for (const one of cases) {
      const check = read[one.kind as keyof typeof read]
      if (check) check(one)
      else expect(others).toContain(one.kind)
    }
  })

  it.each([
    ['0', 0],
    ['7', 7_000],
    [' 7 ', 7_000],
    ['Sun, 06 Nov 1994 08:49:42 GMT', 5_000],
    ['Sunday, 06-Nov-94 08:49:42 GMT', 5_000],
    ['Sun Nov  6 08:49:42 1994', 5_000],
    ['Sun, 06 Nov 1994 08:49:30 GMT', 0],
  ])('%j is %j ms', (value, pause) => {
    expect(readRetryAfter(value, 784_111_777_000)).toBe(pause)
  })

  it.each([
    '1.5',
    '-1',
    '+3',
    '1e3',
    '0x10',
    '',
    'soon',
    '1994-11-06',
    'Sun, 99 Nov 1994 08:49:37 GMT',
    '5, 6',
    null,
  ])('%j is none', (value) => {
    expect(readRetryAfter(value, 784_111_777_000)).toBeUndefined()
  })
})
