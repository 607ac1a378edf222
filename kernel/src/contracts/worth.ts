import { worthOfUnits } from './amounts.js'
import type { Amount } from './capabilities/amount.js'
import type { PriceCurrency } from './data/prices.js'

const digits: Readonly<Partial<Record<PriceCurrency, number>>> = { jpy: 0, btc: 8, eth: 18 }

/** Digits after the point that a worth in the currency has. */
export const worthDigits = (currency: PriceCurrency): number => digits[currency] ?? 2

/**
 * What an amount is worth, as a decimal string cut to the digits of the currency. `undefined` without a price.
 *
 * @param price Decimal string: of one whole token.
 */
export function worthOf(
  { value, decimals }: Amount,
  price: string | undefined,
  currency: PriceCurrency,
): string | undefined {
  return price === undefined ? undefined : worthOfUnits(value, decimals, price, worthDigits(currency))
}
