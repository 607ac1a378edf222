import { asciiDigits } from './asciiDigits.js'

/** An exact decimal number, not negative: `digits` divided by ten to the power of `scale`. */
export interface Decimal {
  readonly digits: bigint
  readonly scale: number
}

/** Digits of a number that a source may send. 2^256 has 78; prices of dust have many zeros in front. */
const digitLimit = 400

/**
 * Reads `12.50` as data writes it. `undefined` for what is no text, and for a sign, an exponent, a group, a lone point
 * and more than 400 characters. For what a person types use `parseAmount`.
 */
export function readDecimal(text: unknown): Decimal | undefined {
  if (typeof text !== 'string' || text.length > digitLimit) return undefined
  const [, whole, fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  return whole === undefined ? undefined : { digits: BigInt(whole + fraction), scale: fraction.length }
}

/** The digits at a scale that is at least the number's own. */
export const toScale = ({ digits, scale }: Decimal, to: number): bigint => digits * 10n ** BigInt(to - scale)

/** The exact sum. */
export function addDecimals(left: Decimal, right: Decimal): Decimal {
  const scale = Math.max(left.scale, right.scale)
  return { digits: toScale(left, scale) + toScale(right, scale), scale }
}

/** The exact product. */
export const multiplyDecimals = (left: Decimal, right: Decimal): Decimal => ({
  digits: left.digits * right.digits,
  scale: left.scale + right.scale,
})

/**
 * An amount in its smallest unit as an exact decimal string of whole units: no exponent, no zeros at the end.
 * For data, links and services; `AmountText` of the shell is for people.
 *
 * @example
 * toDecimal(1_500_000n, 6) // '1.5'
 */
export function toDecimal(value: bigint, decimals: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0')
  const point = digits.length - decimals
  const fraction = digits.slice(point).replace(/0+$/, '')
  return `${value < 0n ? '-' : ''}${digits.slice(0, point)}${fraction ? `.${fraction}` : ''}`
}

/**
 * The smallest units that a decimal string of whole units stands for, as data writes it. `undefined` when `readDecimal`
 * does not take it, or it has more digits after the point than the asset, zeros aside: such an amount does not exist.
 */
export function fromDecimal(text: string, decimals: number): bigint | undefined {
  const number = readDecimal(text)
  return number && toUnits(number, decimals)
}

/** An amount is never rounded: `undefined` when a digit would get lost. */
function toUnits(number: Decimal, decimals: number): bigint | undefined {
  if (number.scale <= decimals) return toScale(number, decimals)
  const divisor = 10n ** BigInt(number.scale - decimals)
  return number.digits % divisor === 0n ? number.digits / divisor : undefined
}

/**
 * The decimal text of a number that came as JSON. It is the shortest that reads as the same number (ECMA-262,
 * Number::toString), which is what the sender wrote when it wrote at most 15 digits; an exponent is written out digit by
 * digit. `undefined` for what is negative or not finite.
 *
 * @example
 * decimalOf(1.5e-7) // '0.00000015'
 */
export function decimalOf(value: number): string | undefined {
  if (!Number.isFinite(value) || value < 0) return undefined
  const [mantissa = '', exponent = '0'] = String(value).split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  // no money: places of an exponent
  const places = fraction.length - Number.parseInt(exponent, 10)
  const digits = BigInt(whole + fraction)
  return places >= 0 ? toDecimal(digits, places) : (digits * 10n ** BigInt(-places)).toString()
}

/** Digits with at most one mark and nothing to group them. The first of these is tried first: `1,234` is 1.234. */
const plainNumber = /^(\d*)(?:[.,](\d*))?$/
/** Groups of three behind the first, all parted by one character, and another character before the fraction. */
const groupedNumber = /^([1-9]\d{0,2}([.,\s'’_])\d{3}(?:\2\d{3})*)(?:(?!\2)[.,](\d*))?$/

/** What keyboards of other scripts type for a point, a comma and between groups. */
const marks: Readonly<Record<string, string>> = { '٫': '.', '．': '.', '。': '.', '，': ',', '٬': '’' }

/**
 * Turns what a person typed or pasted into a field into a decimal string with a point. `undefined` when it cannot be
 * read as one number: the field then ignores the key.
 *
 * A single `.` or `,` is the decimal mark in every locale. So `1,234` reads as 1.234 and not as 1234: a mistake can
 * only make the amount smaller, and the field shows the reading at once. Anything else that parts digits is grouping,
 * and only when each group after the first has three digits. Digits of every script are read, with their own marks.
 *
 * @param decimals Digits kept after the mark; further ones are cut off.
 * @param before What the field held. A point that stays is still the decimal mark, so `1.234` and then a comma is
 *   not 1234.
 * @example
 * readTypedAmount('1,234.5', 6) // '1234.5'
 * readTypedAmount('0..5', 6) // undefined
 */
export function readTypedAmount(text: string, decimals: number, before = ''): string | undefined {
  const typed = asciiDigits(text.trim()).replace(/[٫．。，٬]/g, (mark) => marks[mark] ?? mark)
  if (typed === '') return ''
  const plain = plainNumber.exec(typed)
  const grouped = plain ? undefined : groupedNumber.exec(typed)
  if (!plain && !grouped) return undefined
  const digits = (plain?.[1] ?? grouped?.[1] ?? '').replace(/\D/g, '')
  const fraction = plain ? plain[2] : grouped?.[3]
  const mark = fraction === undefined ? typed.length : typed.length - fraction.length - 1
  if (keptPoint(before, typed) !== undefined && typed.charAt(mark) !== '.') return undefined
  const whole = digits.replace(/^0+(?=\d)/, '') || '0'
  // The mark stays where no digit may follow: without it, the next digit would make the amount ten times as much.
  return fraction === undefined ? whole : `${whole}.${fraction.slice(0, decimals)}`
}

/** Where the point that the field showed stands in what it holds now. `undefined` when it was taken away. */
function keptPoint(before: string, now: string): number | undefined {
  const point = before.indexOf('.')
  if (point < 0) return undefined
  if (now.slice(0, point + 1) === before.slice(0, point + 1)) return point
  const tail = before.slice(point)
  return now.endsWith(tail) ? now.length - tail.length : undefined
}

/** As people may leave a number half typed: `1.` and `.5`. */
function readTyped(text: string): Decimal | undefined {
  const [match, whole = '', fraction = ''] = /^(\d*)(?:\.(\d*))?$/.exec(text) ?? []
  if (match === undefined || whole + fraction === '') return undefined
  return { digits: BigInt(whole + fraction), scale: fraction.length }
}

/**
 * The smallest units of an amount that a person or a host gave: `1.5`, `.5` and `1.`. `undefined` when it is no decimal
 * number with a point, is negative, or has more digits after the point than the asset.
 */
export function parseAmount(text: string, decimals: number): bigint | undefined {
  const number = readTyped(text)
  return number && toUnits(number, decimals)
}

/**
 * How much of an asset a worth buys, in its smallest unit, cut and never rounded up. `undefined` when the worth or the
 * price is no decimal number, or the price is zero.
 *
 * @param worth As typed, in the currency of the price.
 * @param price Of one whole unit, a decimal string.
 */
export function unitsOfWorth(worth: string, price: string, decimals: number): bigint | undefined {
  const money = readTyped(worth)
  const rate = readDecimal(price)
  if (!money || !rate || rate.digits === 0n) return undefined
  return (money.digits * 10n ** BigInt(decimals + rate.scale)) / (rate.digits * 10n ** BigInt(money.scale))
}

/**
 * What an amount in its smallest unit is worth: a decimal string, exact, or cut to `digits` places and never rounded up.
 * `undefined` when the price is no decimal number.
 *
 * @param price Of one whole unit, a decimal string.
 */
export function worthOfUnits(
  value: bigint,
  decimals: number,
  price: string,
  digits?: number,
): string | undefined {
  const rate = readDecimal(price)
  if (!rate) return undefined
  const scale = decimals + rate.scale
  const product = value * rate.digits
  if (digits === undefined || scale <= digits) return toDecimal(product, scale)
  return toDecimal(product / 10n ** BigInt(scale - digits), digits)
}
