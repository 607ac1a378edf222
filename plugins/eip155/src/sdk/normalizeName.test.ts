import { expect, it } from 'vitest'
import custom from '../../vectors/ens/custom_tests.json' with { type: 'json' }
import validation from '../../vectors/ens/validation_tests.json' with { type: 'json' }
import { normalizeName } from './normalizeName.js'

interface Case {
  readonly name: string
  readonly norm?: string
  readonly error?: boolean
}

it.each([
  ['hand-written', custom],
  ['ENSIP-15', validation],
])('agrees with the %s public vectors', (_, vectors) => {
  const cases = vectors.cases as readonly Case[]
  expect(cases).toHaveLength(vectors.meta.cases_in_this_half)
  const wrong = cases.filter(
    ({ name, norm, error }) => normalizeName(name) !== (error ? undefined : (norm ?? name)),
  )
  expect(wrong).toEqual([])
})

it('lets no look-alike pass for another name', () => {
  expect(normalizeName('Nick.ETH')).toBe('nick.eth')
  expect(normalizeName('\u0430lice.eth')).toBeUndefined()
  // ENSIP-15 ignores zero width spaces.
  expect(normalizeName('ali\u200Bce.eth')).toBe('alice.eth')
  expect(normalizeName('a..eth')).toBeUndefined()
})
