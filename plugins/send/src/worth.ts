import { type Amount, worthOfUnits } from '@latchkey/kernel/plugin'
import type { Currency } from '@latchkey/plugin-wallet-data'

const digits: Readonly<Partial<Record<Currency, number>>> = { jpy: 0, btc: 8, eth: 18 }

/** Digits after the point that a worth in the currency has. */
export const worthDigits = (currency: Currency): number => digits[currency] ?? 2

/** What an amount is worth, a decimal string, cut; undefined without a price. */
export function worthOf(
  { value, decimals }: Amount,
  price: string | undefined,
  currency: Currency,
): string | undefined {
  return price === undefined ? undefined : worthOfUnits(value, decimals, price, worthDigits(currency))
}
