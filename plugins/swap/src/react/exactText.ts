import type { Amount } from '@latchkey/kernel/plugin'
import { formatExactAmount, safeText } from '@latchkey/ui-react'

/** An amount with every digit and its symbol, for a button or a sentence about money that leaves. */
export function exactText({ value, decimals, symbol }: Amount, locale: string): string {
  return `${formatExactAmount(value, decimals, locale)}\u00a0${safeText(symbol, 12)}`
}
