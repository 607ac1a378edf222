import { toDecimal } from '@latchkey/kernel/plugin'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isDecimal, toUnits, worthOf } from './decimal.js'

const amounts = fc.bigInt({ min: 0n, max: 2n ** 256n })
const decimals = fc.integer({ min: 0, max: 36 })

describe('amounts', () => {
  it('come back as they were, over 0 to 36 decimals and up to 2^256', () => {
    fc.assert(
      fc.property(amounts, decimals, (value, places) => {
        const text = toDecimal(value, places)
        expect(isDecimal(text)).toBe(true)
        expect(toUnits(text, places)).toBe(value)
      }),
      { numRuns: 1_000 },
    )
  })

  it('are written digit by digit as bigint arithmetic says', () => {
    fc.assert(
      fc.property(amounts, decimals, (value, places) => {
        const [whole = '', fraction = ''] = toDecimal(value, places).split('.')
        const scale = 10n ** BigInt(places)
        expect(BigInt(whole)).toBe(value / scale)
        expect(BigInt(fraction.padEnd(places, '0') || '0')).toBe(value % scale)
        expect(fraction).not.toMatch(/0$/)
      }),
      { numRuns: 1_000 },
    )
  })

  it('are never rounded: one place too many is refused, unless it is a zero', () => {
    fc.assert(
      fc.property(amounts, decimals, fc.integer({ min: 1, max: 9 }), (value, places, digit) => {
        const text = toDecimal(value, places)
        const longer = `${text}${text.includes('.') ? '' : '.'}`.padEnd(text.length + 40, '0')
        expect(toUnits(longer, places)).toBe(value)
        expect(toUnits(`${longer}${digit}`, places)).toBeUndefined()
      }),
    )
  })

  it.each([
    '',
    ' ',
    '.',
    '1.',
    '.5',
    '-1',
    '+1',
    '1e3',
    '1E-3',
    '0x10',
    '1,5',
    '1_000',
    ' 1',
    '1 ',
    '1\n',
    'NaN',
    'Infinity',
    '٣',
    '1.2.3',
    '9'.repeat(401),
  ])('are refused when written as %j', (text) => {
    expect(toUnits(text, 18)).toBeUndefined()
    expect(isDecimal(text)).toBe(false)
  })
})

describe('worth', () => {
  it.each([
    [1_500_000n, 6, '2', '3'],
    [1n, 18, '0.1', '0.0000000000000000001'],
    [3n, 0, '0.333333333333333333', '0.999999999999999999'],
    [10n ** 18n, 18, '3000.00', '3000'],
    [0n, 18, '5', '0'],
  ])('of %s with %s decimals at %s is %s', (value, places, price, worth) => {
    expect(worthOf(value, places, price)).toBe(worth)
  })

  it('is exact for every amount and price', () => {
    fc.assert(
      fc.property(amounts, decimals, amounts, decimals, (value, places, price, pricePlaces) => {
        const worth = worthOf(value, places, toDecimal(price, pricePlaces)) as string
        expect(toUnits(worth, places + pricePlaces)).toBe(value * price)
      }),
      { numRuns: 1_000 },
    )
  })

  it.each(['', '-1', '1e3', 'NaN'])('is unknown at the price %j', (price) => {
    expect(worthOf(1n, 0, price)).toBeUndefined()
  })
})
