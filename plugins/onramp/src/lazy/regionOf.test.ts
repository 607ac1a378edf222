import { expect, it } from 'vitest'
import { regionOf } from './regionOf.js'

it.each([
  ['de-AT', 'AT'],
  ['en-GB', 'GB'],
  ['zh-Hant-HK', 'HK'],
  ['ja', 'JP'],
  ['pt', 'BR'],
  ['en', 'US'],
  ['es-419', 'US'],
  ['tlh', 'US'],
  ['', 'US'],
  ['not a language', 'US'],
  [undefined, 'US'],
])('takes the country of a page in %s to be %s', (language, country) => {
  expect(regionOf(language)).toBe(country)
})
