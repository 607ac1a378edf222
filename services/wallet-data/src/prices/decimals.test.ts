import fc from 'fast-check'
import { formatUnits, parseUnits } from 'viem'
import { expect, it } from 'vitest'
import { multiplyDecimals, toMoneyUnits, worthOf } from './decimals.js'

const amount = fc.bigInt({ min: 0n, max: 2n ** 256n })
const decimals = fc.integer({ min: 0, max: 36 })
/** Up to 12 digits after the point. */
const price = fc.bigInt({ min: 0n, max: 10n ** 24n }).map((value) => formatUnits(value, 12))

it('multiplies amounts of up to 36 decimals and 2^256 with prices, exactly to 18 digits', () => {
  fc.assert(
    fc.property(amount, decimals, price, (value, places, one) => {
      const exact = (value * parseUnits(one, 12) * 10n ** 6n) / 10n ** BigInt(places)
      expect(worthOf(value, places, one)).toBe(formatUnits(exact, 18))
    }),
  )
})

it('is never worth more than an exact calculation says', () => {
  expect(worthOf(1n, 36, '1')).toBe('0')
  expect(worthOf(999_999n, 6, '1')).toBe('0.999999')
  expect(worthOf(2n ** 256n, 18, '4000.5')).toBe(
    '463226252993883439791995725527255975367006573654895076439850064.823656475124563968',
  )
})

it('converts prices without rounding them up', () => {
  expect(multiplyDecimals('4000', '0.9')).toBe('3600')
  expect(multiplyDecimals('0.1', '0.2')).toBe('0.02')
  expect(multiplyDecimals('0.000000000000000001', '0.9')).toBe('0')
})

it('orders as numbers and not as text', () => {
  const units = ['10', '9.5', '0.01', '100'].map(toMoneyUnits)
  expect(units.toSorted((left, right) => (left < right ? -1 : 1))).toEqual(
    ['0.01', '9.5', '10', '100'].map(toMoneyUnits),
  )
})
