import type { SwapPreview } from '../Swapper.js'
import type { SwapQuote } from '../SwapSource.js'

/** The part of the agreed slippage that a price may move by before the user is asked again: a tenth. */
const negligible = 10n

const isOther = (shown: SwapPreview, quote: SwapQuote) =>
  shown.quote.sold.value !== quote.sold.value || shown.quote.minimum.decimals !== quote.minimum.decimals

/** Whether the price has left what the user saw by more than a tenth of the agreed slippage. */
export function isMoved(shown: SwapPreview, fresh: SwapQuote): boolean {
  const { bought, minimum } = shown.quote
  const room = (bought.value - minimum.value) / negligible
  return isOther(shown, fresh) || fresh.bought.value < bought.value - room
}
