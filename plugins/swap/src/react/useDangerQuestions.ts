import { fromDecimal, toDecimal } from '@latchkey/kernel/contracts'
import { exactAmountText, formatFiat, type GuardQuestion, useLocale, useMessages } from '@latchkey/ui-react'
import type { SwapDanger, SwapPreview } from '../Swapper.js'
import { percentText } from './percentText.js'
import { swapMessages } from './swapMessages.js'

const testIds = {
  mayRepeat: 'swap-looked-up',
  loses: 'swap-consent',
  unchecked: 'swap-unchecked',
  slippage: 'swap-accept-slippage',
} as const

/** Returns what has to be accepted before a swap, each in words that name what can be lost. */
export function useDangerQuestions(
  preview: SwapPreview | undefined,
  currency: string,
): readonly GuardQuestion[] {
  const messages = useMessages(swapMessages)
  const locale = useLocale()
  if (!preview) return []
  const labelOf = ({ kind, size = 0n }: SwapDanger): string => {
    if (kind === 'mayRepeat') return messages.lookedUp
    const minimum = exactAmountText(preview.minimum, locale)
    if (kind === 'unchecked') return messages.acceptUnchecked({ minimum })
    if (kind === 'slippage') return messages.acceptSlippage({ minimum })
    const percent = percentText(size, locale)
    const lost = lostWorth(preview)
    return lost === undefined
      ? messages.acceptLoss({ percent })
      : messages.acceptLossWorth({ percent, worth: formatFiat(lost, { currency, locale }) })
  }
  return preview.dangers.map((danger) => ({
    ...danger,
    label: labelOf(danger),
    testId: testIds[danger.kind],
  }))
}

/** Decimals of a worth. */
const scale = 18

/** By how much what is bought is worth less than what is sold, a decimal string. `undefined` where nobody knows. */
function lostWorth({ soldWorth, boughtWorth }: SwapPreview): string | undefined {
  const paid = soldWorth === undefined ? undefined : fromDecimal(soldWorth, scale)
  const received = boughtWorth === undefined ? undefined : fromDecimal(boughtWorth, scale)
  if (paid === undefined || received === undefined || paid <= received) return undefined
  return toDecimal(paid - received, scale)
}
