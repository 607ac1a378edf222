import { readDecimal } from './decimal.js'
import { formatUnits } from './formatUnits.js'

/**
 * How much of a token a worth buys, in its smallest unit, cut and never rounded up. `undefined` when the worth or the
 * price is not a decimal number, or the price is zero.
 *
 * @param worth decimal string
 * @param price of one whole token, a decimal string in the same currency
 */
export function unitsOfWorth(worth: string, price: string, decimals: number): bigint | undefined {
  const money = readDecimal(worth)
  const rate = readDecimal(price)
  if (!money || !rate || rate.units === 0n) return undefined
  return (money.units * 10n ** BigInt(decimals + rate.scale)) / (rate.units * 10n ** BigInt(money.scale))
}

/**
 * What units of a token are worth: a decimal string cut to `digits` places. `undefined` when the price is not a decimal
 * number.
 */
export function worthOfUnits(
  value: bigint,
  decimals: number,
  price: string,
  digits: number,
): string | undefined {
  const rate = readDecimal(price)
  if (!rate) return undefined
  const scale = decimals + rate.scale
  const product = value * rate.units
  const cut = scale > digits ? product / 10n ** BigInt(scale - digits) : product
  return formatUnits(cut, Math.min(scale, digits))
}
