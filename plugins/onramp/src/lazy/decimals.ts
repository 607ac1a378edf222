import { addDecimals, type Decimal, readDecimal, toScale } from '@latchkey/kernel/contracts'

/** Below, above or equal to zero as `left` is to `right`. */
export function compareDecimals(left: Decimal, right: Decimal): -1 | 0 | 1 {
  const scale = Math.max(left.scale, right.scale)
  const [one, other] = [toScale(left, scale), toScale(right, scale)]
  return one < other ? -1 : one > other ? 1 : 0
}

export const sumOf = (amounts: readonly Decimal[]): Decimal =>
  amounts.reduce(addDecimals, { digits: 0n, scale: 0 })

/** The decimal text without zeros at its end. */
export function decimalText({ digits, scale }: Decimal): string {
  const text = digits.toString().padStart(scale + 1, '0')
  const point = text.length - scale
  const fraction = text.slice(point).replace(/0+$/, '')
  return fraction ? `${text.slice(0, point)}.${fraction}` : text.slice(0, point)
}

/** What a person typed as data writes it: `.5` and `5.` too. `undefined` for what is no amount above zero. */
export function readAmount(text: string): string | undefined {
  const number = readDecimal(text.replace(/^\./, '0.').replace(/\.$/, ''))
  return number && number.digits > 0n ? decimalText(number) : undefined
}
