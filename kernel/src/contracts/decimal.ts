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
 * The smallest units that a decimal string of whole units stands for. `undefined` when the text is no plain decimal
 * number, or has more digits after the point than the asset has: such an amount does not exist.
 */
export function fromDecimal(text: string, decimals: number): bigint | undefined {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d*))?$/.exec(text) ?? []
  const kept = fraction.replace(/0+$/, '')
  if (whole === '' || kept.length > decimals) return undefined
  const value = BigInt(whole + kept.padEnd(decimals, '0'))
  return sign ? -value : value
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
