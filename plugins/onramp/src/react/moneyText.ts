import { readDecimal } from '@latchkey/kernel/contracts'
import { formatExactAmount, safeText } from '@latchkey/ui-react'
import { shortDecimal } from '../shortDecimal.js'

/** Keeps numbers and what belongs to them in their order, whatever the direction of the sentence around them. */
const isolate = (text: string) => `\u2066${text}\u2069`

/** A sum of money with every digit, for a sentence or a button. Whole sums without cents. */
export function moneyText(amount: string, currency: string, locale: string): string {
  const number = readDecimal(amount)
  if (!number) return ''
  const decimals = number.digits % 10n ** BigInt(number.scale) === 0n ? 0 : 2
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
  const digits = formatMoney(number.digits, number.scale, decimals, locale)
  let isWritten = false
  const parts = format.formatToParts(0).map(({ type, value }) => {
    if (!['integer', 'group', 'decimal', 'fraction'].includes(type)) return value
    if (isWritten) return ''
    isWritten = true
    return digits
  })
  return isolate(parts.join(''))
}

/** At least two digits after the point where there is one, and never fewer than the sum has. */
function formatMoney(digits: bigint, scale: number, minimum: number, locale: string): string {
  const padded = scale < minimum ? digits * 10n ** BigInt(minimum - scale) : digits
  const places = Math.max(scale, minimum)
  const whole = padded / 10n ** BigInt(places)
  const fraction = (padded % 10n ** BigInt(places)).toString().padStart(places, '0')
  const kept = fraction.slice(0, minimum) + fraction.slice(minimum).replace(/0+$/, '')
  const integer = new Intl.NumberFormat(locale).format(whole)
  if (minimum === 0) return integer
  const point = new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal')
  const ten = new Intl.NumberFormat(locale, { useGrouping: false })
  return `${integer}${point?.value ?? '.'}${[...kept].map((digit) => ten.format(BigInt(digit))).join('')}`
}

/** An amount of an asset with every digit and its symbol. */
export const assetText = (amount: string, symbol: string, locale: string): string =>
  numberText(readDecimal(amount), symbol, locale)

/** An amount of an asset with its symbol, cut to six digits behind the point. One that would be nothing has every digit. */
export const shortAssetText = (amount: string, symbol: string, locale: string): string =>
  numberText(shortDecimal(amount), symbol, locale)

function numberText(number: ReturnType<typeof readDecimal>, symbol: string, locale: string): string {
  if (!number) return safeText(symbol, 12)
  return isolate(`${formatExactAmount(number.digits, number.scale, locale)}\u00a0${safeText(symbol, 12)}`)
}
