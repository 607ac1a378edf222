import { decimalOf } from '@latchkey/kernel/contracts'

/** Digits in front of the point: one unit of anything is worth less than 10^18 of any currency. `@latchkey/plugin-prices` has the same bound. */
const mostDigits = 18

/** The decimal text of a price that came as JSON. `undefined` for zero, which stands for "unknown" in the contract, and for what no asset is worth. */
export function priceOf(value: number | null | undefined): string | undefined {
  const price = value ? decimalOf(value) : undefined
  return price === undefined || (price.split('.')[0] ?? '').length > mostDigits ? undefined : price
}
