import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unitsOfWorth, worthOfUnits } from './convert.js'
import { formatUnits } from './formatUnits.js'
import { parseUnits } from './parseUnits.js'
import { worthDigits, worthOf } from './worth.js'

const decimals = fc.integer({ min: 0, max: 36 })
const value = fc.bigInt({ min: 0n, max: 2n ** 256n })
const price = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 24n }), fc.integer({ min: 0, max: 18 }))
  .map(([units, scale]) => formatUnits(units, scale))

describe('amounts over 0 to 36 decimals and 2^256', () => {
  it('come back from their text as they were', () => {
    fc.assert(
      fc.property(value, decimals, (units, places) => {
        expect(parseUnits(formatUnits(units, places), places)).toBe(units)
      }),
    )
  })

  it('are refused with one digit more than the token has', () => {
    fc.assert(
      fc.property(value, decimals, (units, places) => {
        const text = formatUnits(units, places)
        const full = text.includes('.') ? text : `${text}.`
        const padded = `${full}${'0'.repeat(places - (full.length - full.indexOf('.') - 1))}`
        expect(parseUnits(`${padded}1`, places)).toBeUndefined()
        expect(parseUnits(`${padded}0`, places)).toBe(units)
      }),
    )
  })

  it('buy never more than the worth pays for, and less than one unit less', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), price, decimals, (cents, rate, places) => {
        const worth = formatUnits(cents, 2)
        const units = unitsOfWorth(worth, rate, places)!
        const cost = (amount: bigint) => parseUnits(worthOfUnits(amount, places, rate, 80)!, 80)!
        const paid = parseUnits(worth, 80)!
        expect(cost(units)).toBeLessThanOrEqual(paid)
        expect(cost(units + 1n)).toBeGreaterThan(paid)
      }),
    )
  })

  it('are worth what the digits say, cut and never rounded up', () => {
    fc.assert(
      fc.property(value, decimals, price, fc.integer({ min: 0, max: 8 }), (units, places, rate, digits) => {
        const cut = worthOfUnits(units, places, rate, digits)!
        const whole = worthOfUnits(units, places, rate, 80)!
        const step = 10n ** BigInt(80 - digits)
        expect(parseUnits(cut, 80)).toBe((parseUnits(whole, 80)! / step) * step)
      }),
    )
  })
})

describe('what is no amount', () => {
  it.each(['', '.', '-1', '1e5', '0x10', '1,5', ' 1', '1 ', '1.2.3', '∞', 'NaN', '１'])('"%s"', (text) => {
    expect(parseUnits(text, 18)).toBeUndefined()
    expect(unitsOfWorth(text, '1', 18)).toBeUndefined()
    expect(worthOfUnits(1n, 18, text, 2)).toBeUndefined()
  })

  it('costs nothing: a price of zero buys nothing', () => {
    expect(unitsOfWorth('1', '0', 18)).toBeUndefined()
    expect(unitsOfWorth('1', '0.00', 18)).toBeUndefined()
  })
})

it('reads what a person may leave half typed', () => {
  expect(parseUnits('1.', 18)).toBe(10n ** 18n)
  expect(parseUnits('.5', 18)).toBe(5n * 10n ** 17n)
  expect(parseUnits('007', 0)).toBe(7n)
})

it('shows worths with the digits of their currency', () => {
  expect([worthDigits('usd'), worthDigits('jpy'), worthDigits('btc')]).toEqual([2, 0, 8])
  const amount = { value: 15n * 10n ** 17n, decimals: 18, symbol: 'COIN' }
  expect(worthOf(amount, '1999.999', 'usd')).toBe('2999.99')
  expect(worthOf(amount, '1999.999', 'jpy')).toBe('2999')
  expect(worthOf(amount, undefined, 'usd')).toBeUndefined()
})
