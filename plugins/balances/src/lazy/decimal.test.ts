import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { add, formatDecimal, multiply, parseDecimal, toScale, zero } from './decimal.js'

const amounts = fc.record({ digits: fc.bigInt({ min: 0n, max: 2n ** 256n }), scale: fc.nat(36) })

describe('exact decimals', () => {
  it('print and read back as the same number, from 0 to 36 decimals and up to 2^256', () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        const back = parseDecimal(formatDecimal(amount))!
        const scale = Math.max(back.scale, amount.scale)
        expect(toScale(back, scale)).toBe(toScale(amount, scale))
      }),
    )
  })

  it('add and multiply as whole numbers do, without a rounding anywhere', () => {
    fc.assert(
      fc.property(amounts, amounts, (left, right) => {
        const sum = add(left, right)
        expect(sum.digits).toBe(toScale(left, sum.scale) + toScale(right, sum.scale))
        const product = multiply(left, right)
        expect(product.digits).toBe(left.digits * right.digits)
        expect(product.scale).toBe(left.scale + right.scale)
      }),
    )
  })

  it.each([
    ['0', '0'],
    ['0.10', '0.1'],
    ['007.500', '7.5'],
    ['115792089237316195423570985008687907853269984665640564039457584007913129639936', undefined],
  ])('reads %s', (text, expected) => {
    expect(formatDecimal(parseDecimal(text)!)).toBe(expected ?? text)
  })

  it.each([
    '',
    '.',
    '1.',
    '.5',
    '-1',
    '+1',
    '1e3',
    '0x10',
    'NaN',
    'Infinity',
    '1,5',
    ' 1',
    '1\n',
    '٣',
    5,
    null,
    {},
  ])('does not take %j for a number', (value) => {
    expect(parseDecimal(value)).toBeUndefined()
  })

  it('does not read a number that is longer than any price', () => {
    expect(parseDecimal('9'.repeat(81))).toBeUndefined()
  })

  it('writes nothing as 0', () => {
    expect(formatDecimal(zero)).toBe('0')
  })
})
