import type { Amount } from '@latchkey/kernel/contracts'
import { formatExactAmount } from './formatAmount.js'
import { isolateText } from './isolateText.js'
import { safeText } from './safeText.js'

/** An amount with every digit and its symbol, for a button or a sentence about money that leaves. */
export function exactAmountText({ value, decimals, symbol }: Amount, locale: string): string {
  return isolateText(`${formatExactAmount(value, decimals, locale)}\u00a0${safeText(symbol, 12)}`)
}
