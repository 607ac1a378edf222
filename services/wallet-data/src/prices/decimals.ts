import { formatUnits, parseUnits } from 'viem'

/** Digits after the point in sums of money: enough for one satoshi in any currency, few enough to stay readable. */
const moneyDecimals = 18

/** Product of two decimal strings, exact up to 18 digits after the point and cut there. */
export function multiplyDecimals(left: string, right: string): string {
  const product = parseUnits(left, moneyDecimals) * parseUnits(right, moneyDecimals)
  return formatUnits(product / 10n ** BigInt(moneyDecimals), moneyDecimals)
}

/** Worth of `amount` smallest units at the price of one whole unit, cut after 18 digits. */
export function worthOf(amount: bigint, decimals: number, price: string): string {
  const product = amount * parseUnits(price, moneyDecimals)
  return formatUnits(product / 10n ** BigInt(decimals), moneyDecimals)
}

/** A decimal string as a whole number that can be ordered. */
export const toMoneyUnits = (decimal: string): bigint => parseUnits(decimal, moneyDecimals)
