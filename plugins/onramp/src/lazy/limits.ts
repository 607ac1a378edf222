import { type Decimal, readDecimal } from '@latchkey/kernel/contracts'
import type { OnrampState } from '../OnrampService.js'
import type { OnrampLimit } from '../OnrampProvider.js'
import { compareDecimals } from './decimals.js'

/** What may be paid with the chosen currency and method. `undefined` where that method isn't taken. */
export function limitOf({
  options,
  currency,
  method,
}: Pick<OnrampState, 'options' | 'currency' | 'method'>): OnrampLimit | undefined {
  return options.currencies
    .find(({ code }) => code === currency)
    ?.limits.find((limit) => limit.method === method)
}

export function isWithinLimits(
  state: Pick<OnrampState, 'options' | 'currency' | 'method'>,
  amount: string,
): boolean {
  const limit = limitOf(state)
  const [value, minimum, maximum] = [amount, limit?.minimum ?? '', limit?.maximum ?? ''].map(readDecimal)
  if (!value || !minimum || !maximum) return false
  return compareDecimals(value, minimum) >= 0 && compareDecimals(value, maximum as Decimal) <= 0
}
