import type { Amount } from '@latchkey/kernel/plugin'
import { formatExactAmount, safeText } from '@latchkey/ui-react'
import { isolate } from './isolate.js'

/** An amount with every digit and its symbol, for a button or a sentence about money that leaves. */
export function exactText({ value, decimals, symbol }: Amount, locale: string): string {
  return isolate(`${formatExactAmount(value, decimals, locale)}\u00a0${safeText(symbol, 12)}`)
}
