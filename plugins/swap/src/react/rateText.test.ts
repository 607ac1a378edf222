import { expect, it } from 'vitest'
import { rateText } from './rateText.js'

it.each([
  ['0.000319786808794', '0.000319786'],
  ['3120.55987654321', '3,120.55'],
  ['0.999999999999', '0.999999'],
  ['123456789.123', '123,456,789'],
  ['12.5', '12.5'],
  ['0.1', '0.1'],
  ['1000000', '1,000,000'],
  ['0', '0'],
])('shows a rate of %s as %s, cut and never rounded up', (rate, shown) => {
  expect(rateText(rate, 'en')).toBe(shown)
})

it('writes the digits of the reader', () => {
  expect(rateText('1234.56789', 'de')).toBe('1.234,56')
})
