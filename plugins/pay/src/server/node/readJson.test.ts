import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readJson } from './readJson.js'

it('keeps every digit of a large whole number, and leaves texts and other numbers', () => {
  const text =
    '{"a":12345678901234567890,"b":"say \\"1234567890123456789\\", 9","c":[1,1.5,-99999999999999999],"d":1e21}'
  expect(readJson(text)).toEqual({
    a: '12345678901234567890',
    b: 'say "1234567890123456789", 9',
    c: [1, 1.5, '-99999999999999999'],
    d: 1e21,
  })
})

it('leaves fractions of many digits as they are', () => {
  expect(readJson('{"share":0.12345678901234567,"many":[-12345678901234567.5,1.5e300]}')).toEqual({
    share: Number('0.12345678901234567'),
    many: [Number('-12345678901234567.5'), 1.5e300],
  })
})

it('reads what any JSON without large numbers holds', () => {
  const value = fc.jsonValue({ noUnicodeString: false } as never)
  fc.assert(
    fc.property(value, (one) => {
      const text = JSON.stringify(one)
      fc.pre(!/(?<![\d.])-?\d{16,}(?![\d.eE])/.test(text))
      expect(readJson(text)).toEqual(JSON.parse(text))
    }),
    { numRuns: 300 },
  )
})
