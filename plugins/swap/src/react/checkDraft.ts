import { parseAmount } from '@latchkey/kernel/contracts'
import type { SwapState } from '../Swapper.js'

/** What the button says: what is missing, or that it can go on. */
export type SwapLabel = 'selectToken' | 'enterAmount' | 'insufficientBalance' | 'reviewSwap'

/** What a draft still needs, in the order in which the form is read. Pure. */
export function checkDraft(
  { draft, offer }: Pick<SwapState, 'draft' | 'offer'>,
  held: bigint | undefined,
): { readonly label: SwapLabel; readonly isReady: boolean } {
  const { sell, buy, amountText } = draft
  if (!sell || !buy) return { label: 'selectToken', isReady: false }
  const amount = parseAmount(amountText, sell.decimals)
  if (amount === undefined || amount <= 0n) return { label: 'enterAmount', isReady: false }
  if (held !== undefined && amount > held) return { label: 'insufficientBalance', isReady: false }
  return { label: 'reviewSwap', isReady: offer !== undefined }
}
