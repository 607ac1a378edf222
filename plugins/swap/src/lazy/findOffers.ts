import { heldOf, shownAmount } from '@latchkey/kernel/chain'
import { type Amount, parseAmount, worthOf } from '@latchkey/kernel/contracts'
import { ref } from 'valtio/vanilla'
import { judgeImpact, rateOf } from '../assess.js'
import { belowPrice } from '../belowPrice.js'
import type { ShownQuote } from '../Swapper.js'
import { askSources, type Offer, sourcesFor } from './askSources.js'
import type { Tokens } from './createTokens.js'
import { swapError } from '../swapErrors.js'
import type { SwapGround } from './prepareSwap.js'
import type { OfferPrices } from './readOfferPrices.js'
import { readScales, type Scales } from './readScales.js'
import type { SwapperTools } from './SwapperTools.js'

/** What offers are asked for. */
export interface SwapQuestion extends SwapGround {
  /** As the chain moves it. */
  readonly amount: bigint
  readonly scales: Scales
}

/** The draft's tokens and amount. */
export interface DraftQuestion extends SwapGround {
  /** As people read it. */
  readonly typed: bigint
}

/** What the draft asks for now. `undefined` while something is missing. */
export function readQuestion({ state }: SwapperTools, signal: AbortSignal): DraftQuestion | undefined {
  const { target, draft } = state
  const { sell, buy, amountText } = draft
  if (!target?.canSwap || !sell || !buy) return undefined
  const typed = parseAmount(amountText, sell.decimals)
  if (typed === undefined || typed <= 0n) return undefined
  const isUpgrading = state.isUpgrading
  return { target: { ...target }, sell, buy, typed, isUpgrading, signal }
}

/**
 * Turns what a person typed into what the chain moves, by the multipliers of now.
 *
 * @throws BaseError `SWAP_NO_ROUTE` where that is nothing; as of `readScales`
 */
export async function scaleQuestion(
  tools: SwapperTools,
  { typed, ...ground }: DraftQuestion,
): Promise<SwapQuestion> {
  const scales = await readScales(tools, ground)
  const amount = heldOf(typed, scales.sell)
  if (amount === 0n) throw swapError('SWAP_NO_ROUTE')
  return { ...ground, amount, scales }
}

/** Asks the sources, best offer first, and shows nothing. @throws as of `askSources` */
export function findOffers(
  tools: SwapperTools,
  { target, sell, buy, amount, signal }: Omit<SwapQuestion, 'scales'>,
  refused?: ReadonlySet<string>,
): Promise<readonly Offer[]> {
  const { namespace, networkId, address: account } = target
  const { slippage, isSlippageAutomatic } = tools.state.draft
  const sources = sourcesFor(tools, namespace, networkId)
  const request = { networkId, sell, buy, amount, slippage, isSlippageAutomatic, account, signal }
  return askSources(tools, sources, request, refused)
}

/** An offer as it is shown. */
export function showOffer(
  { state: { currency, draft }, clock }: SwapperTools,
  tokens: Tokens,
  { quote, source }: Offer,
  { sell, buy, scales }: SwapQuestion,
  prices: OfferPrices,
): ShownQuote {
  const worth = (token: typeof sell, { value }: Amount, price: string | undefined) => {
    const { decimals, symbol } = token
    return worthOf({ value, decimals, symbol }, tokens.choiceOf(token)?.price ?? price, currency)
  }
  const sold = shownAmount(quote.sold, scales.sell)
  const bought = shownAmount(quote.bought, scales.buy)
  const { allowance } = quote
  return ref({
    quote,
    sell,
    buy,
    sold,
    bought,
    minimum: shownAmount(quote.minimum, scales.buy),
    ...(allowance && { allowed: shownAmount({ ...quote.sold, value: allowance.needed }, scales.sell) }),
    fees: quote.fees.map((fee) => ({ ...fee, amount: shownFee(fee.amount, { sell, buy, scales }) })),
    sourceName: source.name,
    rate: rateOf({ sold, bought }),
    isSlippageAutomatic: draft.isSlippageAutomatic && quote.recommendedSlippage !== undefined,
    impact: judgeImpact(quote.priceImpact),
    belowPrice: belowPrice({
      ...{ sold, bought, slippage: quote.slippage },
      sellPrice: prices.sell,
      buyPrice: prices.buy,
    }),
    soldWorth: worth(sell, sold, prices.sell),
    boughtWorth: worth(buy, bought, prices.buy),
    quotedAt: clock.now(),
  })
}

/** A fee says no more of its token than how it's written. */
function shownFee(
  amount: Amount,
  { sell, buy, scales }: Pick<SwapQuestion, 'sell' | 'buy' | 'scales'>,
): Amount {
  const isOf = ({ symbol, decimals, address }: typeof sell) =>
    address !== undefined && symbol === amount.symbol && decimals === amount.decimals
  if (isOf(sell)) return shownAmount(amount, scales.sell)
  return isOf(buy) ? shownAmount(amount, scales.buy) : amount
}
