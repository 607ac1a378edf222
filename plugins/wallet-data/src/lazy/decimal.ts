/** Exact decimal arithmetic on texts and bigints. No float takes part; a text is `digits` or `digits.digits`. */

const pattern = /^(\d+)(?:\.(\d+))?$/
/** Digits of a number a source may send. 2^256 has 78; prices of dust have many zeros in front. */
const digitLimit = 400

interface Parts {
  readonly digits: bigint
  /** Places behind the point. */
  readonly places: number
}

function partsOf(text: string): Parts | undefined {
  const match = text.length > digitLimit ? null : pattern.exec(text)
  if (!match) return undefined
  const fraction = (match[2] ?? '').replace(/0+$/, '')
  return { digits: BigInt(`${match[1]}${fraction}`), places: fraction.length }
}

/** Whether a text is a plain decimal number that is not negative: no sign, exponent, group or lone point. */
export function isDecimal(text: string): boolean {
  return partsOf(text) !== undefined
}

/**
 * `1.5` with 18 decimals is 15 × 10^17. `undefined` when the text is no plain decimal number, or says more places than
 * the unit has: an amount is never rounded.
 */
export function toUnits(text: string, decimals: number): bigint | undefined {
  const parts = partsOf(text)
  if (!parts || parts.places > decimals) return undefined
  return parts.digits * 10n ** BigInt(decimals - parts.places)
}

/** The text of an amount in its smallest unit, with all its places and no zeros behind them. */
export function fromUnits(value: bigint, decimals: number): string {
  const digits = value.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return fraction === '' ? whole : `${whole}.${fraction}`
}

/** What an amount is worth at a price of one whole unit, exactly. `undefined` when the price is no decimal number. */
export function worthOf(value: bigint, decimals: number, price: string): string | undefined {
  const parts = partsOf(price)
  if (!parts) return undefined
  return fromUnits(value * parts.digits, decimals + parts.places)
}

/** The same number in its shortest form: `007.50` is `7.5`. */
export function normalizeDecimal(text: string): string | undefined {
  const parts = partsOf(text)
  return parts && fromUnits(parts.digits, parts.places)
}

/**
 * The decimal text of a JSON number. The text is the shortest that reads as the same number (ECMA-262, Number::toString),
 * which is what the sender wrote when it wrote at most 15 digits; an exponent is written out digit by digit. `undefined`
 * for what is negative or not finite.
 */
export function decimalOf(value: number): string | undefined {
  if (!Number.isFinite(value) || value < 0) return undefined
  const [mantissa = '', exponent] = String(value).split('e')
  if (exponent === undefined) return mantissa === '-0' ? '0' : mantissa
  const parts = partsOf(mantissa)
  if (!parts) return undefined
  const places = parts.places - Number.parseInt(exponent, 10)
  return places >= 0 ? fromUnits(parts.digits, places) : fromUnits(parts.digits * 10n ** BigInt(-places), 0)
}
