import { minimumOf } from '../minimumOf.js'
import { swapError } from '../swapErrors.js'
import type { SwapQuote, SwapQuoteRequest } from '../SwapSource.js'
import { quotesAnswer } from './answers.js'
import { askService, type ServicePlace } from './askService.js'

/** Milliseconds that an offer is held up. A block hash of Solana lives about a minute. */
const offerTime = 30_000

export interface ServiceQuote {
  readonly quote: SwapQuote
  /** As the service says it: `0.0123` is 1.23 %. Absent where it doesn't. */
  readonly priceImpact?: string
}

/**
 * Asks for prices and takes the best for exactly the amount that is sold. What one chain alone has, such as an allowance, isn't
 * in the quote yet.
 *
 * @param query The question, in the service's own form.
 * @param slippage In basis points, as it will be signed.
 * @throws BaseError `SWAP_NO_ROUTE` when the service has no price for that amount
 */
export async function askQuote(
  tools: ServicePlace & { readonly now?: () => number },
  { sell, buy, amount, signal }: SwapQuoteRequest,
  query: Readonly<Record<string, string>>,
  slippage: bigint,
): Promise<ServiceQuote> {
  const { quotes } = await askService(tools, 'quotes', { query, schema: quotesAnswer, signal })
  const [best] = quotes
    .filter((offer) => offer.fromAmount === amount)
    .sort((one, other) => (one.toAmount < other.toAmount ? 1 : -1))
  if (!best) throw swapError('SWAP_NO_ROUTE')
  const bought = { symbol: buy.symbol, decimals: buy.decimals }
  const quote = {
    sold: { symbol: sell.symbol, decimals: sell.decimals, value: amount },
    bought: { ...bought, value: best.toAmount },
    minimum: { ...bought, value: minimumOf(best.toAmount, slippage) },
    slippage,
    fees: [],
    route: [],
    validUntil: (tools.now ?? Date.now)() + offerTime,
  }
  return { quote, ...(best.priceImpact ? { priceImpact: best.priceImpact } : {}) }
}
