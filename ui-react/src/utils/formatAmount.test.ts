import { readFileSync } from 'node:fs'
import { readTypedAmount } from '@latchkey/kernel/contracts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatAmount, formatExactAmount } from './formatAmount.js'

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../vectors/${name}.json`, import.meta.url), 'utf8'))

interface ViemCase {
  readonly desc: string
  readonly op: 'formatUnits' | 'formatEther' | 'formatGwei' | 'parseUnits' | 'parseEther' | 'parseGwei'
  readonly args: readonly [{ bigint: string } | string, (number | string)?]
  readonly expect: unknown
}

/** Our spelling as the plain decimal string that the vectors use. */
const plain = (text: string) => text.replaceAll(',', '').replace('−', '-')

/** A decimal string without the zeros and signs that carry no value. */
const canonical = (text: string) => {
  const [whole = '', fraction = ''] = text.replace(/^-/, '').split('.')
  const digits = fraction.replace(/0+$/, '')
  const value = `${whole.replace(/^0+(?=\d)/, '') || '0'}${digits ? `.${digits}` : ''}`
  return text.startsWith('-') && value !== '0' ? `-${value}` : value
}

const decimalsOf = ({ op, args: [, unit] }: ViemCase) => {
  if (op.endsWith('Units')) return Number(unit)
  const units: { readonly [name: string]: number } = { wei: 18, gwei: 9 }
  return op.endsWith('Ether') ? units[unit ?? 'wei']! : 9
}

describe('formatExactAmount', () => {
  const { cases } = read('units_viem') as { cases: readonly ViemCase[] }

  it.each(cases.filter(({ op }) => op.startsWith('format')))('agrees with viem: $op $args', (vector) => {
    const { bigint } = vector.args[0] as { bigint: string }
    expect(canonical(plain(formatExactAmount(BigInt(bigint), decimalsOf(vector))))).toBe(
      canonical(String(vector.expect)),
    )
  })

  // viem rounds input with more digits than the token has; here such digits cannot be typed.
  const isExact = (vector: ViemCase) =>
    (String(vector.args[0]).split('.')[1]?.length ?? 0) <= decimalsOf(vector)
  const parsed = cases.filter((vector) => vector.op.startsWith('parse') && isExact(vector))
  it.each(parsed)('writes back what viem parsed: $op $args', (vector) => {
    const value =
      typeof vector.expect === 'object' ? (vector.expect as { bigint: string }).bigint : vector.expect
    expect(canonical(plain(formatExactAmount(BigInt(String(value)), decimalsOf(vector))))).toBe(
      canonical(String(vector.args[0])),
    )
  })

  const ethers = read('units_ethers') as { cases: ReadonlyArray<{ readonly [unit: string]: string }> }
  const units = { ether: 18, finney: 15, gwei: 9 }
  it.each(
    ethers.cases.flatMap((row) =>
      Object.entries(units).flatMap(([unit, decimals]) =>
        row[`${unit}_format`] ? [{ wei: row['wei']!, decimals, expected: row[`${unit}_format`]! }] : [],
      ),
    ),
  )('agrees with ethers: $wei / 10^$decimals', ({ wei, decimals, expected }) => {
    expect(canonical(plain(formatExactAmount(BigInt(wei), decimals)))).toBe(canonical(expected))
  })
})

describe('formatAmount', () => {
  it.each([
    [1_999_999_999_999_999_999n, 18, '1.999'],
    [999_999_999_999_999n, 18, '0.000'],
    [1_000_000_000_000_000n, 18, '0.001'],
    [0n, 18, '0.000'],
    [5n, 0, '5'],
    [1_234_567_899n, 6, '1,234.567'],
    [-2_500_000n, 6, '−2.5'],
    [-1n, 18, '−0.000'],
  ])('cuts %s with %i decimals to %s', (value, decimals, expected) => {
    expect(formatAmount(value, decimals)).toBe(expected)
  })

  it('writes a plus only when asked and only for more than nothing', () => {
    expect(formatAmount(1_000n, 3, { sign: 'always' })).toBe('+1')
    expect(formatAmount(0n, 3, { sign: 'always' })).toBe('0.000')
    expect(formatAmount(1_000n, 3)).toBe('1')
  })

  it('uses the digits, groups and decimal mark of the locale', () => {
    expect(formatAmount(1_234_567_899n, 6, { locale: 'de' })).toBe('1.234,567')
    expect(formatAmount(1_234_500n, 6, { locale: 'ar-EG' })).toBe('١٫٢٣٤')
    expect(formatAmount(12_345_678n, 2, { locale: 'en-IN' })).toBe('1,23,456.78')
  })

  it('never shows more than is there, and at most one shown unit less', () => {
    fc.assert(
      fc.property(
        fc.bigInt(0n, 2n ** 256n),
        fc.integer({ min: 0, max: 36 }),
        fc.integer({ min: 1, max: 8 }),
        (value, decimals, digits) => {
          const shown = plain(formatAmount(value, decimals, { maximumFractionDigits: digits }))
          const [whole = '0', fraction = ''] = shown.split('.')
          const scale = 10n ** 40n
          const shownScaled = BigInt(whole) * scale + BigInt(fraction.padEnd(40, '0') || '0')
          const exactScaled = (value * scale) / 10n ** BigInt(decimals)
          expect(fraction.length).toBeLessThanOrEqual(digits)
          expect(shownScaled).toBeLessThanOrEqual(exactScaled)
          expect(exactScaled - shownScaled).toBeLessThan(10n ** BigInt(40 - digits))
        },
      ),
    )
  })

  const most = 2n ** 256n - 1n
  it.each([
    [999_999_999_999_999_999n, 3, 'en', '999,999,999,999,999.999'],
    [1_000_000_000_000_000n, 0, 'en', '1000T'],
    [999_999_999_999_999_999_999n, 3, 'en', '999,900T'],
    [1_000_000_000_000_000_000_000n, 3, 'en', '1E18'],
    [most, 18, 'en', '1.157E59'],
    [most, 18, 'de', '1,157E59'],
    [most, 18, 'ar-EG', '١٫١٥٧أس٥٩'],
    [-most, 0, 'en', '−1.157E77'],
    [0n, 18, 'en', '0.000'],
    [1_999_999_999_999_999_999n, 18, 'en', '1.999'],
  ])('writes %s with %i decimals short in %s: %s', (value, decimals, locale, expected) => {
    expect(formatAmount(value, decimals, { short: true, locale })).toBe(expected)
  })

  it('writes the sign of a short amount, and every digit where nobody asks for a short one', () => {
    expect(formatAmount(most, 18, { short: true, sign: 'always' })).toBe('+1.157E59')
    expect(formatAmount(most, 18)).toHaveLength(83)
    expect(formatExactAmount(most, 18)).toHaveLength(98)
  })

  it('never writes more than is there when it writes short, and less by under a thousandth', () => {
    fc.assert(
      fc.property(fc.bigInt(10n ** 15n, most), (value) => {
        const shown = formatAmount(value, 0, { short: true })
        expect(shown.length).toBeLessThanOrEqual(9)
        const [, mantissa = '', unit = '', power = '0'] = /^([\d,.]+)(T|E)(\d*)$/.exec(shown) ?? []
        const [whole = '', fraction = ''] = plain(mantissa).split('.')
        const places = (unit === 'T' ? 12 : Number(power)) - fraction.length
        const told = BigInt(whole + fraction) * 10n ** BigInt(places)
        expect(told).toBeLessThanOrEqual(value)
        expect((value - told) * 1_000n).toBeLessThan(value)
      }),
    )
  })

  it('survives a round trip through the amount field without loss', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 256n), fc.integer({ min: 1, max: 36 }), (value, decimals) => {
        const shown = plain(formatExactAmount(value, decimals))
        const [whole = '0', fraction = ''] = (readTypedAmount(shown, decimals) ?? '').split('.')
        expect(BigInt(whole + fraction.padEnd(decimals, '0'))).toBe(value)
      }),
    )
  })

  it.each([-1, 1.5, 256, Number.NaN])('refuses %s decimals', (decimals) => {
    expect(() => formatAmount(1n, decimals)).toThrow(
      `Token decimals must be a whole number from 0 to 255, but received ${decimals}.`,
    )
  })
})
