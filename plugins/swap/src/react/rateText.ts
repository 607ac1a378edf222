import { parseAmount } from '@latchkey/kernel/contracts'
import { formatAmount, formatExactAmount } from '@latchkey/ui-react'

/** More would not fit on the line beside its label. */
const shownDigits = 6

/**
 * A rate for people: cut to six significant digits, never rounded up. Digits before the point all stay.
 *
 * @param rate A decimal string with a point, as `ShownQuote.rate`.
 */
export function rateText(rate: string, locale: string): string {
  const [whole = '', fraction = ''] = rate.split('.')
  const value = parseAmount(rate, fraction.length) ?? 0n
  const digits = /[1-9]/.test(whole)
    ? Math.max(0, shownDigits - whole.length)
    : fraction.search(/[1-9]/) + shownDigits
  return digits < fraction.length && value > 0n
    ? formatAmount(value, fraction.length, { maximumFractionDigits: digits, locale })
    : formatExactAmount(value, fraction.length, locale)
}
