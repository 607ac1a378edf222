/** How a locale writes numbers. */
export interface LocaleNumbers {
  readonly whole: Intl.NumberFormat
  /** Its signs for 0 to 9. */
  readonly digits: readonly string[]
  readonly point: string
}

// Making a formatter takes longer than drawing a row, and a list draws hundreds a second. These answer the same to
// everyone and hold nothing of anybody, so they may outlive a kernel.
const numbers = new Map<string, LocaleNumbers>()
const currencies = new Map<string, Intl.NumberFormat>()
const shorts = new Map<string, Intl.NumberFormat>()

export function localeNumbers(locale: string): LocaleNumbers {
  const known = numbers.get(locale)
  if (known) return known
  const plain = new Intl.NumberFormat(locale, { useGrouping: false })
  const parts = new Intl.NumberFormat(locale).formatToParts(1.5)
  const made = {
    whole: new Intl.NumberFormat(locale),
    digits: Array.from({ length: 10 }, (_, digit) => plain.format(digit)),
    point: parts.find((part) => part.type === 'decimal')?.value ?? '.',
  }
  numbers.set(locale, made)
  return made
}

/** @throws RangeError when the currency is not three letters. */
export function currencyFormat(locale: string, currency: string): Intl.NumberFormat {
  const key = `${locale} ${currency}`
  const made = currencies.get(key) ?? new Intl.NumberFormat(locale, { style: 'currency', currency })
  currencies.set(key, made)
  return made
}

/** Digits that a short number has. */
export const shortDigits = 4

/** Writes four digits and how large the number is: `1234T`, `1.157E59`. */
export function shortFormat(locale: string, notation: 'compact' | 'scientific'): Intl.NumberFormat {
  const key = `${locale} ${notation}`
  const made =
    shorts.get(key) ?? new Intl.NumberFormat(locale, { notation, maximumSignificantDigits: shortDigits })
  shorts.set(key, made)
  return made
}
