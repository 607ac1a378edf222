import { type Amount, type PriceCurrency, worthOfUnits } from '@latchkey/kernel/plugin'

const digits: Readonly<Partial<Record<PriceCurrency, number>>> = { jpy: 0, btc: 8, eth: 18 }

/** Digits after the point that a worth in the currency has. */
const worthDigits = (currency: PriceCurrency): number => digits[currency] ?? 2

/** What an amount is worth, a decimal string, cut; undefined without a price. */
export function worthOf(
  { value, decimals }: Amount,
  price: string | undefined,
  currency: PriceCurrency,
): string | undefined {
  return price === undefined ? undefined : worthOfUnits(value, decimals, price, worthDigits(currency))
}
