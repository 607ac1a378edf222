import { expect, it } from 'vitest'
import { localCurrency } from './localCurrency.js'

it.each([
  ['de-AT', 'eur'],
  ['en-GB', 'gbp'],
  ['en-US', 'usd'],
  ['en-IE', 'eur'],
  ['fr-CA', 'cad'],
  ['hi', 'inr'],
  ['ja', 'jpy'],
  ['de-CH', 'usd'],
  ['zz', 'usd'],
  ['not a locale', 'usd'],
  ['', 'usd'],
] as const)('of %s is %s', (locale, currency) => {
  expect(localCurrency(locale)).toBe(currency)
})
