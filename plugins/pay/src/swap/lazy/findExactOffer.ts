import { BaseError } from '@latchkey/kernel/plugin'
import type { TokenReference } from '@latchkey/kernel/contracts'
import {
  checkSwapCalls,
  joinSwapReaders,
  swapError,
  type SwapQuote,
  type SwapQuotes,
  type SwapReaderContribution,
  type SwapSourceContribution,
  type SwapToken,
} from '@latchkey/plugin-swap'
import type { SwapOffer, SwapOfferRequest } from '../../PaymentSwap.js'

/** Basis points that the market may move before the swap is undone by itself. */
const slippage = 100n
/** Questions to one source at most. */
const mostTries = 5

export interface OfferTools {
  /** Readers of the namespace's calls. Without any, the simulation alone decides. */
  readonly readers: readonly SwapReaderContribution[]
  readonly now: () => number
}

/**
 * Finds how little of one token buys at least so much of another, by sources that only tell what a sum buys. Part of what is bought may be left
 * over, at most the slippage; it stays in the account.
 *
 * @throws BaseError `PAY_SWAP_MISSING` when no source has an offer.
 */
export async function findExactOffer(
  sources: readonly SwapSourceContribution[],
  tools: OfferTools,
  request: SwapOfferRequest,
): Promise<SwapOffer> {
  const answers = await Promise.allSettled(sources.map((source) => offerOf(source, tools, request)))
  const offers = answers.flatMap((answer) =>
    answer.status === 'fulfilled' && answer.value ? answer.value : [],
  )
  const [best] = offers.sort((one, other) => (one.sells.value < other.sells.value ? -1 : 1))
  if (best) return best
  const cause = answers.find((answer) => answer.status === 'rejected')?.reason
  throw new BaseError('This can’t be swapped for the bill right now. Pay with something else.', {
    code: 'PAY_SWAP_MISSING',
    cause,
  })
}

async function offerOf(
  source: SwapSourceContribution,
  tools: OfferTools,
  { wallet, sell, buy, units, most, signal }: SwapOfferRequest,
): Promise<SwapOffer | undefined> {
  const quotes = await source.load()
  const coin = wallet.network?.nativeCurrency
  if (!coin) return undefined
  const tokens = { sell: swapToken(sell, coin), buy: swapToken(buy, coin) }
  const shared = { networkId: wallet.networkId, account: wallet.account.address, signal }
  const quote = (amount: bigint) => quotes.quote({ ...shared, ...tokens, amount, slippage })
  // What the bill's sum would bring the other way round is near what it costs.
  const reverse = { ...shared, sell: tokens.buy, buy: tokens.sell, amount: units, slippage }
  const guess = (await quotes.quote(reverse)).bought.value
  const found = await narrow(quote, units, most, guess)
  if (!found) return undefined
  const { approvals, swap } = await quotes.calls({ ...shared, ...tokens, quote: found })
  const calls = [...approvals, ...swap]
  await checkBytes(quotes, tools, wallet, { ...tokens, quote: found }, calls)
  const { sold, minimum, deposit } = found
  return {
    sells: { ...sold },
    minimum: minimum.value,
    calls,
    ...(deposit ? { deposit: { ...deposit } } : {}),
  }
}

/**
 * Compares the bytes of the calls with the quote. A simulation alone isn't enough: an unknown program may behave differently when it's
 * simulated. So calls that readers don't know to the last byte aren't taken, where there are readers.
 *
 * @throws BaseError `SWAP_CALLS_REFUSED`
 */
async function checkBytes(
  quotes: SwapQuotes<unknown>,
  { readers, now }: OfferTools,
  { networkId, account, contribution }: SwapOfferRequest['wallet'],
  asked: { readonly sell: SwapToken; readonly buy: SwapToken; readonly quote: SwapQuote },
  calls: readonly unknown[],
): Promise<void> {
  const { address } = account
  const reader = joinSwapReaders(await Promise.all(readers.map((one) => one.load())))
  const readings = reader?.read({ networkId, account: address, calls })
  const isRead = checkSwapCalls({
    ...{ ...asked, account: address, readings, now: now() },
    targets: quotes.targets(networkId),
    isSameAddress: (left, right) => contribution.isSameAddress(left, right),
  })
  if (readings && !isRead) {
    throw swapError('SWAP_CALLS_REFUSED', { metaMessages: ['A call isn’t known to the last byte.'] })
  }
}

/** The cheapest quote that was found whose minimum is enough. */
async function narrow(
  quote: (amount: bigint) => Promise<SwapQuote>,
  units: bigint,
  most: bigint,
  guess: bigint,
): Promise<SwapQuote | undefined> {
  let amount = least((guess * 103n) / 100n + 1n, most)
  let best: SwapQuote | undefined
  for (let tries = 0; tries < mostTries && amount > 0n; tries += 1) {
    const found = await quote(amount)
    const isEnough = found.minimum.value >= units && found.sold.value <= most
    if (isEnough && (!best || found.sold.value < best.sold.value)) best = found
    if (found.minimum.value === 0n) return best
    // In proportion to what this sum gives, and a little more: the price grows with the sum.
    const next = least((amount * units * 10_005n) / (found.minimum.value * 10_000n) + 1n, most)
    const isNear = best && next * 1000n >= best.sold.value * 999n
    if (isNear || next === amount) return best
    amount = next
  }
  return best
}

const least = (one: bigint, other: bigint) => (one < other ? one : other)

function swapToken(
  token: TokenReference | undefined,
  coin: { readonly symbol: string; readonly decimals: number },
): SwapToken {
  if (!token) return { symbol: coin.symbol, decimals: coin.decimals }
  const { address, decimals, symbol } = token
  return { address, decimals, symbol }
}
