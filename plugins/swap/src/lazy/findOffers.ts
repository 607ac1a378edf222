import { parseAmount, worthOf } from '@latchkey/kernel/plugin'
import { ref } from 'valtio/vanilla'
import { judgeImpact, rateOf } from '../assess.js'
import type { ShownQuote } from '../Swapper.js'
import { askSources, type Offer, sourcesFor } from './askSources.js'
import type { Tokens } from './createTokens.js'
import type { SwapGround } from './prepareSwap.js'
import type { SwapperTools } from './SwapperTools.js'

/** What offers are asked for. */
export interface SwapQuestion extends SwapGround {
  readonly amount: bigint
}

/** What the draft asks for now. `undefined` while something is missing. */
export function readQuestion({ state }: SwapperTools, signal: AbortSignal): SwapQuestion | undefined {
  const { target, draft } = state
  const { sell, buy, amountText } = draft
  if (!target?.canSwap || !sell || !buy) return undefined
  const amount = parseAmount(amountText, sell.decimals)
  if (amount === undefined || amount <= 0n) return undefined
  const isUpgrading = state.isUpgrading
  return { target: { ...target }, sell, buy, amount, isUpgrading, signal }
}

/** Asks the sources, best offer first, and shows nothing. @throws as of `askSources` */
export function findOffers(
  tools: SwapperTools,
  { target, sell, buy, amount, signal }: SwapQuestion,
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
  { sell, buy }: SwapGround,
): ShownQuote {
  const worth = (token: typeof sell, value: bigint) =>
    worthOf(
      { value, decimals: token.decimals, symbol: token.symbol },
      tokens.choiceOf(token)?.price,
      currency,
    )
  return ref({
    quote,
    sell,
    buy,
    sourceName: source.name,
    rate: rateOf(quote),
    isSlippageAutomatic: draft.isSlippageAutomatic && quote.recommendedSlippage !== undefined,
    impact: judgeImpact(quote.priceImpact),
    soldWorth: worth(sell, quote.sold.value),
    boughtWorth: worth(buy, quote.bought.value),
    quotedAt: clock.now(),
  })
}
