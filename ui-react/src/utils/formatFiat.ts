import { formatAmount } from './formatAmount.js'
import { currencyFormat } from './numberFormats.js'

export interface FormatFiatOptions {
  /** ISO 4217 code. Default `USD`. */
  readonly currency?: string | undefined
  /** BCP 47 tag. Default `en`. */
  readonly locale?: string | undefined
  /** Keep three digits of a worth below the smallest coin. Default false. */
  readonly precise?: boolean | undefined
  /** Writes 10^15 and more as four digits and how large it is, in the locale's notation. Default false. */
  readonly short?: boolean | undefined
}

/** Currencies of no country, of which nobody trades whole hundredths. Decimals that are shown. */
const smallest: Readonly<Record<string, number>> = { BTC: 8, ETH: 6 }
const keptDigits = 3

/**
 * A worth in a currency, cut to the currency's decimals and never rounded up. A positive worth below the
 * smallest coin is written as `<$0.01`.
 *
 * @param value decimal string
 * @throws RangeError when `value` is not a decimal number
 */
export function formatFiat(value: string, options: FormatFiatOptions = {}): string {
  const { currency = 'USD', locale = 'en', precise = false, short } = options
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(value)
  if (!match)
    throw new RangeError(`A worth must be a decimal number such as "12.50", but received "${value}".`)
  const [, minus = '', whole = '0', fraction = ''] = match
  const format = currencyFormat(locale, currency)
  const usual = smallest[currency] ?? format.resolvedOptions().maximumFractionDigits ?? 2
  const isBelow = /[1-9]/.test(fraction.slice(usual)) && !/[1-9]/.test(whole + fraction.slice(0, usual))
  const digits = isBelow && precise ? fraction.search(/[1-9]/) + keptDigits : usual
  const isTiny = isBelow && !precise
  const units = isTiny ? 1n : BigInt(whole + fraction.slice(0, digits).padEnd(digits, '0'))
  const number = formatAmount(units, digits, {
    maximumFractionDigits: digits,
    minimumFractionDigits: digits,
    locale,
    short,
  })
  const parts = format.formatToParts(minus && units > 0n ? -1 : 1)
  const numeric = new Set(['integer', 'group', 'decimal', 'fraction'])
  const first = parts.findIndex((part) => numeric.has(part.type))
  const text = parts.flatMap((part, index) =>
    index === first ? [number] : numeric.has(part.type) ? [] : [part.value],
  )
  return (isTiny ? '<' : '') + text.join('')
}
