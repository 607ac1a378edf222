import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimalOf, fromDecimal, toDecimal } from './decimal.js'

it.each([
  [0n, 18, '0'],
  [1n, 18, '0.000000000000000001'],
  [1_500_000n, 6, '1.5'],
  [100n, 0, '100'],
  [-250n, 2, '-2.5'],
  [5_000_000_000n, 8, '50'],
])('writes %s with %s decimals as %s', (value, decimals, text) => {
  expect(toDecimal(value, decimals)).toBe(text)
})

it.each(['', '.', '.5', '1e3', '1,5', '0x10', ' 1', '1 ', 'Infinity', '--1', '1.2.3', '१'])(
  'does not take %j for an amount',
  (text) => expect(fromDecimal(text, 18)).toBeUndefined(),
)

it('refuses more digits than the asset has, unless they are zeros', () => {
  expect(fromDecimal('1.234', 2)).toBeUndefined()
  expect(fromDecimal('1.2300', 2)).toBe(123n)
  expect(fromDecimal('1.', 2)).toBe(100n)
  expect(fromDecimal('1.0', 0)).toBe(1n)
})

it('is exact both ways, for 0 to 36 decimals and up to 2^256', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(2n ** 256n), max: 2n ** 256n }),
      fc.integer({ min: 0, max: 36 }),
      (value, decimals) => {
        expect(fromDecimal(toDecimal(value, decimals), decimals)).toBe(value)
      },
    ),
  )
})

describe('numbers of JSON', () => {
  it.each([
    [0, '0'],
    [-0, '0'],
    [0.1, '0.1'],
    [1e-7, '0.0000001'],
    [1.5e-9, '0.0000000015'],
    [1e21, '1000000000000000000000'],
    [1.25e22, '12500000000000000000000'],
    [123456.789, '123456.789'],
    [5e-324, `0.${'0'.repeat(323)}5`],
  ])('%d is %s', (value, text) => expect(decimalOf(value)).toBe(text))

  it.each([-1, -1e-9, Number.NaN, Number.POSITIVE_INFINITY])('%d is none', (value) => {
    expect(decimalOf(value)).toBeUndefined()
  })

  it('read as the same number again, whatever was sent', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }), (value) => {
        const text = decimalOf(value) as string
        expect(text).toMatch(/^\d+(\.\d+)?$/)
        expect(Number(text)).toBe(value === 0 ? 0 : value)
      }),
      { numRuns: 2_000 },
    )
  })
})
