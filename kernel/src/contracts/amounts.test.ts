import { asciiDigits } from './asciiDigits.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDecimals,
  decimalOf,
  fromDecimal,
  multiplyDecimals,
  parseAmount,
  readDecimal,
  readTypedAmount,
  toDecimal,
  toScale,
  unitsOfWorth,
  worthOfUnits,
} from './amounts.js'

const decimals = fc.integer({ min: 0, max: 36 })
const value = fc.bigInt({ min: 0n, max: 2n ** 256n })
const number = fc.record({ digits: value, scale: decimals })
const price = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 24n }), fc.integer({ min: 0, max: 18 }))
  .map(([units, scale]) => toDecimal(units, scale))

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

const noData = [
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
]
const noNumber = ['NaN', 'Infinity', '٣', '१', '１', '--1', '1.2.3', '9'.repeat(401), 5, null, {}, undefined]

it.each([...noData, ...noNumber])('does not take %j for a number of data', (text) => {
  expect(readDecimal(text)).toBeUndefined()
  expect(fromDecimal(text as string, 18)).toBeUndefined()
  expect(worthOfUnits(1n, 18, text as string, 2)).toBeUndefined()
  expect(unitsOfWorth('1', text as string, 18)).toBeUndefined()
})

describe('exact amounts, over 0 to 36 decimals and up to 2^256', () => {
  it('come back from their text as they were, as data and as typed', () => {
    fc.assert(
      fc.property(value, decimals, (units, places) => {
        const text = toDecimal(units, places)
        expect(fromDecimal(text, places)).toBe(units)
        expect(parseAmount(text, places)).toBe(units)
        expect(parseAmount(text.replace(/^0\./, '.'), places)).toBe(units)
        expect(text.includes('.') ? text : '').not.toMatch(/0$/)
      }),
      { numRuns: 500 },
    )
  })

  it('are refused with one digit more than the asset has, unless it is a zero', () => {
    fc.assert(
      fc.property(value, decimals, fc.integer({ min: 1, max: 9 }), (units, places, digit) => {
        const text = toDecimal(units, places)
        const longer = `${text}${text.includes('.') ? '' : '.'}`.padEnd(text.length + 40, '0')
        for (const read of [fromDecimal, parseAmount]) {
          expect(read(longer, places)).toBe(units)
          expect(read(`${longer}${digit}`, places)).toBeUndefined()
        }
      }),
    )
  })

  it('add and multiply as whole numbers do, without a rounding anywhere', () => {
    fc.assert(
      fc.property(number, number, (left, right) => {
        const sum = addDecimals(left, right)
        expect(sum.digits).toBe(toScale(left, sum.scale) + toScale(right, sum.scale))
        const product = multiplyDecimals(left, right)
        expect(product).toEqual({ digits: left.digits * right.digits, scale: left.scale + right.scale })
      }),
    )
  })

  it('are worth what the digits say, exactly, or cut and never rounded up', () => {
    fc.assert(
      fc.property(value, decimals, price, fc.integer({ min: 0, max: 8 }), (units, places, rate, digits) => {
        const whole = worthOfUnits(units, places, rate)!
        const { digits: rateDigits, scale } = readDecimal(rate)!
        expect(fromDecimal(whole, places + scale)).toBe(units * rateDigits)
        const step = 10n ** BigInt(80 - digits)
        const cut = worthOfUnits(units, places, rate, digits)!
        expect(fromDecimal(cut, 80)).toBe((fromDecimal(whole, 80)! / step) * step)
      }),
    )
  })

  it('buy never more than the worth pays for, and less than one unit less', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), price, decimals, (cents, rate, places) => {
        const worth = toDecimal(cents, 2)
        const units = unitsOfWorth(worth, rate, places)!
        const cost = (amount: bigint) => fromDecimal(worthOfUnits(amount, places, rate)!, 80)!
        expect(cost(units)).toBeLessThanOrEqual(fromDecimal(worth, 80)!)
        expect(cost(units + 1n)).toBeGreaterThan(fromDecimal(worth, 80)!)
      }),
    )
  })

  it('cost nothing where the price is zero: it buys nothing', () => {
    expect(unitsOfWorth('1', '0', 18)).toBeUndefined()
    expect(unitsOfWorth('1', '0.00', 18)).toBeUndefined()
  })
})

describe('what a person or a host gives as an amount', () => {
  it.each([
    ['1.', 18, 10n ** 18n],
    ['.5', 18, 5n * 10n ** 17n],
    ['007', 0, 7n],
    ['1.0', 0, 1n],
  ])('%s with %i decimals', (text, places, units) => expect(parseAmount(text, places)).toBe(units))

  it.each(['', '.', '-1', '1e5', '0x10', '1,5', ' 1', '1 ', '1.2.3', '∞', 'NaN', '１'])(
    'is not %j',
    (text) => {
      expect(parseAmount(text, 18)).toBeUndefined()
      expect(unitsOfWorth(text, '1', 18)).toBeUndefined()
    },
  )
})

describe('what a person types into a field', () => {
  it.each([
    ['', 18, ''],
    ['1', 18, '1'],
    ['1.', 18, '1.'],
    ['.', 18, '0.'],
    ['.5', 18, '0.5'],
    ['0,5', 18, '0.5'],
    ['007', 18, '7'],
    ['1,234', 18, '1.234'],
    ['1,234.56', 18, '1234.56'],
    ['1.234,56', 18, '1234.56'],
    ['1,234,567', 18, '1234567'],
    ["1'234.5", 18, '1234.5'],
    ['1 234,5', 18, '1234.5'],
    ['1\u202f234\u202f567,8', 18, '1234567.8'],
    ['0.1234567', 6, '0.123456'],
    ['1.5', 0, '1.'],
    ['-1', 18, undefined],
    ['1e18', 18, undefined],
    ['0x10', 18, undefined],
    ['1.2,3.4', 18, undefined],
    ['abc', 18, undefined],
    ['0..5', 18, undefined],
    ['0.05.', 18, undefined],
    ['1.2.', 18, undefined],
    ['0,.5', 18, undefined],
    ['0.001.', 18, undefined],
    ['12.5.0', 18, undefined],
    ['0.1.2', 18, undefined],
    ['0.001.000', 18, undefined],
    ['1,234,56', 18, undefined],
    ['1,234,567,8', 18, undefined],
    ['12345,678.9', 18, undefined],
    ['5 10', 18, undefined],
    ['0.5 0.7', 18, undefined],
    ["1'2", 18, undefined],
    ['1 234,567.8', 18, undefined],
    ['１.５', 18, '1.5'],
    ['１２３．４５', 18, '123.45'],
    ['１２３。４５', 18, '123.45'],
    ['١٫٥', 18, '1.5'],
    ['١٬٢٣٤٫٥', 18, '1234.5'],
    ['۱٫۵', 18, '1.5'],
    ['۱۲۳', 18, '123'],
    ['१२.५', 18, '12.5'],
    ['๑๐', 18, '10'],
    ['𝟙.𝟱', 18, '1.5'],
    ['①', 18, undefined],
    ['一', 18, undefined],
  ])('%j with %i decimals is %j', (text, places, expected) => {
    expect(readTypedAmount(text, places)).toBe(expected)
  })

  it('keeps the decimal mark that the field shows', () => {
    expect(readTypedAmount('1.234,', 18, '1.234')).toBeUndefined()
    expect(readTypedAmount('1.234.567', 18, '1.234567')).toBeUndefined()
    expect(readTypedAmount('1,234.5', 18, '1234.5')).toBe('1234.5')
    expect(readTypedAmount('1,234.56', 18, '1.5')).toBe('1234.56')
    expect(readTypedAmount('1.234,56', 18, '7')).toBe('1234.56')
  })

  it('is a decimal string or nothing, and reads as itself again', () => {
    fc.assert(
      fc.property(typing, fc.nat(36), (text, places) => {
        const result = readTypedAmount(text, places)
        if (result === undefined) return
        expect(result).toMatch(/^(?:\d+(?:\.\d*)?)?$/)
        expect(result.split('.')[1]?.length ?? 0).toBeLessThanOrEqual(places)
        expect(readTypedAmount(result, places)).toBe(result)
        expect(readTypedAmount(result, places, result)).toBe(result)
      }),
    )
  })

  it('pasted, is never more than the largest number that a reader of any locale could see in it', () => {
    fc.assert(
      fc.property(typing, fc.nat(36), (text, places) => {
        const result = readTypedAmount(text, places)
        if (result) expect(worthOf(result)).toBeLessThanOrEqual(largestReading(text))
      }),
      { numRuns: 5_000 },
    )
  })

  it('key by key, is the number with the first mark and without any other, cut', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...keys), { maxLength: 24 }), fc.nat(36), (pressed, places) => {
        let held = ''
        for (const key of pressed) held = readTypedAmount(held + key, places, held) ?? held
        const [whole = '', ...others] = pressed
          .filter((key) => !/[\s'_]/.test(key))
          .join('')
          .split(/[.,]/)
        expect(worthOf(held)).toBe(worthOf(`${whole}.${others.join('').slice(0, places)}`))
      }),
      { numRuns: 5_000 },
    )
  })

  it('changed anywhere in the field, is never more than a reader could see in it', () => {
    const edit = fc.record({
      at: fc.nat(30),
      drop: fc.nat(3),
      insert: fc.oneof(typing, fc.constantFrom(...keys)),
    })
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 8 }), fc.nat(36), (edits, places) => {
        let held = ''
        for (const { at, drop, insert } of edits) {
          const text = held.slice(0, at) + insert + held.slice(at + drop)
          const next = readTypedAmount(text, places, held)
          if (next) expect(worthOf(next)).toBeLessThanOrEqual(largestReading(text))
          held = next ?? held
        }
      }),
      { numRuns: 5_000 },
    )
  })
})

const keys = [...'0123456789', '.', ',', '.', ',', ' ', "'", '_']
const typing = fc
  .array(fc.constantFrom('0', '1', '5', '000', '234', '567', '.', ',', ' ', "'", '\u202f'), { maxLength: 9 })
  .map((parts) => parts.join(''))

/** Thirty-six places are enough to compare what a test types. */
const worthOf = (text: string): bigint => parseAmount(text, 60) ?? 0n

/** Decimal mark and grouping of English, German, French, Swiss and Indian readers, and of those who use none. */
const locales = [
  ['.', ','],
  [',', '.'],
  [',', ' '],
  ['.', ' '],
  [',', '\u202f'],
  ['.', '\u202f'],
  ['.', "'"],
  [',', "'"],
  ['.', '_'],
  [',', '_'],
] as const

function largestReading(text: string): bigint {
  const readings = locales.map(([mark, group]) => {
    const [whole = '', ...fractions] = text.trim().split(mark)
    const [first = '', ...groups] = whole.split(group)
    const isNumber =
      fractions.length <= 1 &&
      /^\d*$/.test(first + (fractions[0] ?? '')) &&
      (groups.length === 0 || first.length <= 3) &&
      groups.every((digits) => /^\d{3}$/.test(digits))
    return isNumber ? worthOf(`${first}${groups.join('')}.${fractions[0] ?? ''}`) : 0n
  })
  return readings.sort((left, right) => (left < right ? 1 : -1))[0] ?? 0n
}

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

it('reads every decimal digit that Unicode has as its own value', () => {
  const groups: string[] = []
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const digit = String.fromCodePoint(code)
    if (/^\p{Nd}$/u.test(digit)) groups.push(asciiDigits(digit))
  }
  expect(groups.length).toBeGreaterThan(600)
  expect(groups.join('')).toBe('0123456789'.repeat(groups.length / 10))
})
