import { localeNumbers, shortDigits, shortFormat } from './numberFormats.js'

export interface FormatAmountOptions {
  /** Fraction digits kept; further ones are cut off, never rounded. Default 3. */
  readonly maximumFractionDigits?: number | undefined
  /** Fraction digits always written. Default 0. */
  readonly minimumFractionDigits?: number | undefined
  /** BCP 47 tag. Default `en`. */
  readonly locale?: string | undefined
  /** `always` writes `+` before a positive amount. Default `auto`. */
  readonly sign?: 'auto' | 'always' | undefined
  /** Writes 10^15 and more as four digits and how large it is, in the locale's notation. Default false. */
  readonly short?: boolean | undefined
}

/** Digits of whole units from which an amount can be written short: it takes more than a row or a button has room for. */
const longest = 15
/** Digits from which no language has a word for how large it is. */
const longestNamed = 18

/** Cut, as every amount is: `Intl` would round it up. */
function formatShort(whole: bigint, locale: string): string | undefined {
  const digits = whole.toString()
  if (digits.length <= longest) return undefined
  const cut = BigInt(digits.slice(0, shortDigits).padEnd(digits.length, '0'))
  return shortFormat(locale, digits.length > longestNamed ? 'scientific' : 'compact').format(cut)
}

/** Whether a token can have so many decimals. */
export const isDecimals = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 255

/**
 * A token amount for people: cut to three decimals, never rounded up, so the screen never shows more than
 * is there. An amount below the smallest shown unit is `0.000`.
 *
 * @param value the amount in the token's smallest unit
 * @param decimals how many decimals the token has
 * @throws RangeError when `decimals` is not a whole number from 0 to 255
 */
export function formatAmount(value: bigint, decimals: number, options: FormatAmountOptions = {}): string {
  if (!isDecimals(decimals)) {
    throw new RangeError(`Token decimals must be a whole number from 0 to 255, but received ${decimals}.`)
  }
  const {
    maximumFractionDigits: maximum = 3,
    minimumFractionDigits = 0,
    locale = 'en',
    sign = 'auto',
    short = false,
  } = options
  const magnitude = value < 0n ? -value : value
  const unit = 10n ** BigInt(decimals)
  const whole = magnitude / unit
  const cut = decimals > 0 ? (magnitude % unit).toString().padStart(decimals, '0').slice(0, maximum) : ''
  const isNothing = whole === 0n && !/[1-9]/.test(cut)
  const minimum = Math.min(isNothing ? maximum : minimumFractionDigits, maximum)
  const fraction = cut.replace(/0+$/, '').padEnd(minimum, '0')
  const prefix = value < 0n ? '−' : sign === 'always' && value > 0n ? '+' : ''
  const brief = short ? formatShort(whole, locale) : undefined
  if (brief !== undefined) return prefix + brief
  const numbers = localeNumbers(locale)
  const text = prefix + numbers.whole.format(whole)
  if (!fraction) return text
  const { digits, point } = numbers
  return text + point + fraction.replace(/\d/g, (digit) => digits[Number(digit)] ?? digit)
}

/** The amount with every digit it has, for a tooltip, a confirmation or a copy. */
export function formatExactAmount(value: bigint, decimals: number, locale = 'en'): string {
  if (value === 0n) return localeNumbers(locale).whole.format(0n)
  return formatAmount(value, decimals, { maximumFractionDigits: decimals, locale })
}
