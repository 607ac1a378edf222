import { fromDecimal, toDecimal } from '@latchkey/kernel/plugin'

/** Exact arithmetic on what a service writes. No float takes part; a text is `digits` or `digits.digits`. */

const pattern = /^\d+(?:\.(\d+))?$/
/** Digits of a number a source may send. 2^256 has 78; prices of dust have many zeros in front. */
const digitLimit = 400

/** Whether a text is a plain decimal number that is not negative: no sign, exponent, group or lone point. */
export function isDecimal(text: string): boolean {
  return text.length <= digitLimit && pattern.test(text)
}

/**
 * `1.5` with 18 decimals is 15 × 10^17. `undefined` when the text is no plain decimal number, or says more places than
 * the unit has: an amount is never rounded.
 */
export function toUnits(text: string, decimals: number): bigint | undefined {
  return isDecimal(text) ? fromDecimal(text, decimals) : undefined
}

/** Places that a plain decimal number is written with. */
export function placesOf(text: string): number {
  return pattern.exec(text)?.[1]?.length ?? 0
}

/** What an amount is worth at a price of one whole unit, exactly. `undefined` when the price is no decimal number. */
export function worthOf(value: bigint, decimals: number, price: string): string | undefined {
  const places = placesOf(price)
  const digits = toUnits(price, places)
  return digits === undefined ? undefined : toDecimal(value * digits, decimals + places)
}
