import { unaccepted } from '@latchkey/kernel/transaction'
import type { SwapPreview, SwapState } from '../Swapper.js'

/**
 * What changed since the preview that the person read, and needs another look: the amount, a lower minimum, more slippage, a
 * higher fee, a price that became poor, or a new notice or question. `undefined` while everything they read still holds. Pure.
 */
export function compareToRead(
  read: SwapPreview,
  now: SwapPreview,
): Extract<SwapState['notice'], 'priceMoved' | 'feeChanged' | 'previewChanged'> | undefined {
  const { sold, minimum, slippage } = now.quote
  const isOther = read.quote.sold.value !== sold.value || read.quote.minimum.decimals !== minimum.decimals
  const isLess = minimum.value < read.quote.minimum.value || now.minimum.value < read.minimum.value
  if (isOther || isLess) return 'priceMoved'
  const known = new Set(read.notices.map(({ code }) => code))
  const isNew = now.notices.some(({ code, severity }) => severity === 'warning' && !known.has(code))
  const isLooser = slippage > read.quote.slippage
  const isPoorer = now.belowPrice !== undefined && read.belowPrice === undefined
  if (isNew || isLooser || isPoorer || unaccepted(now.dangers, read.dangers).length > 0)
    return 'previewChanged'
  return isDearer(read.fee, now.fee) ? 'feeChanged' : undefined
}

/** A rise of less than a hundredth, and of less than a thousandth of a coin, asks for no second look. */
function isDearer(read: SwapPreview['fee'], now: SwapPreview['fee']): boolean {
  const risen = now.value - read.value
  const isNegligible = risen * 100n < read.value && risen * 1_000n < 10n ** BigInt(read.decimals)
  return read.decimals !== now.decimals || (risen > 0n && !isNegligible)
}
