import { type Decimal, multiplyDecimals, readDecimal, toDecimal } from '@latchkey/kernel/contracts'

/** An exact price above zero. */
export type Price = Decimal

/** Digits a price may have in front of the point: one unit of anything is worth less than 10^18 of any currency. */
const mostDigits = 18
/** Places that a quotient has. A price of dust has its first digit some ten places after the point. */
const places = 30

/** A decimal string as a price. `undefined` for zero, what is no plain decimal, and what no asset is worth. */
export function readPrice(text: string): Price | undefined {
  const price = readDecimal(text)
  if (!price || price.digits === 0n) return undefined
  return price.digits < 10n ** BigInt(mostDigits + price.scale) ? price : undefined
}

export const textOf = ({ digits, scale }: Price): string => toDecimal(digits, scale)

export const multiply = (left: Price, right: Price): Price => multiplyDecimals(left, right)

/** Cut after 30 places. `undefined` when nothing is left. */
export function divide(price: Price, by: Price): Price | undefined {
  const digits = (price.digits * 10n ** BigInt(places + by.scale)) / (by.digits * 10n ** BigInt(price.scale))
  return digits === 0n ? undefined : { digits, scale: places }
}

/** Whether the higher is at most so many basis points above the lower. */
export function isWithin(left: Price, right: Price, basisPoints: bigint): boolean {
  const scale = Math.max(left.scale, right.scale)
  const one = left.digits * 10n ** BigInt(scale - left.scale)
  const other = right.digits * 10n ** BigInt(scale - right.scale)
  const [low, high] = one < other ? [one, other] : [other, one]
  return (high - low) * 10_000n <= low * basisPoints
}
