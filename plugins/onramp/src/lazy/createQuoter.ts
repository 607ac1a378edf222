import { BaseError } from '@latchkey/kernel/plugin'
import { type Decimal, readDecimal, createTimer } from '@latchkey/kernel/contracts'
import type { OnrampOffer } from '../OnrampService.js'
import { onrampError } from '../onrampErrors.js'
import type { OnrampProviderContribution, OnrampRequest } from '../OnrampProvider.js'
import { checkQuote } from './checkAnswers.js'
import { lossOf, readMarketPrice } from './compareWithMarket.js'
import { compareDecimals, readAmount } from './decimals.js'
import { isWithinLimits } from './limits.js'
import { type OnrampTools, providersFor } from './OnrampTools.js'
import { within } from './within.js'

/** Milliseconds between the last key and the question, and before its end that an offer is asked again. */
const typingTime = 200
const renewalTime = 3_000
const soonest = 1_000

export interface Quoter {
  /** What the form says has changed: no earlier offer holds any more. */
  schedule(): void
  /** Asks again at once; what still holds stays on screen meanwhile. */
  refresh(): Promise<void>
  watch(): () => void
  drop(): void
}

/** What the form asks for, as far as it is complete and allowed. */
export function requestOf({ state }: OnrampTools, signal: AbortSignal): OnrampRequest | undefined {
  const { target, asset, currency, country, method } = state
  const amount = readAmount(state.amountText)
  if (!target || !asset || amount === undefined || asset.networkId !== target.networkId) return undefined
  if (!isWithinLimits(state, amount)) return undefined
  const { networkId, address } = target
  return { networkId, address, asset: { ...asset }, currency, country, method, amount, signal }
}

/** Asks every provider for what the form says, side by side. */
export function createQuoter(tools: OnrampTools): Quoter {
  const { state, clock } = tools
  const timer = createTimer(clock)
  let asking: AbortController | undefined
  let watchers = 0

  function drop(): void {
    timer.stop()
    asking?.abort()
    asking = undefined
    Object.assign(state, { offers: [], isQuoting: false })
  }

  function renew(): void {
    const delay = renewalDelay(state.offers, clock.now())
    if (watchers > 0 && delay !== undefined) timer.start(() => void refresh(), delay)
  }

  async function refresh(): Promise<void> {
    timer.stop()
    asking?.abort()
    const own = new AbortController()
    asking = own
    const request = requestOf(tools, own.signal)
    if (!request) return drop()
    const providers = providersFor(tools, request.networkId)
    state.isQuoting = true
    state.offers = keepSound(state.offers, providers, clock.now())
    await Promise.all(
      providers.map(async (provider) => {
        const offer = await askOne(tools, provider, request)
        if (asking !== own) return
        state.offers = markBest(state.offers.map((one) => (one.providerId === provider.id ? offer : one)))
      }),
    )
    if (asking !== own) return
    state.isQuoting = false
    renew()
    await compareOffers(tools, own.signal, () => asking === own)
  }
  return {
    schedule() {
      drop()
      state.error = undefined
      if (!requestOf(tools, new AbortController().signal)) return
      state.isQuoting = true
      timer.start(() => void refresh(), typingTime)
    },
    refresh,
    drop,
    watch() {
      watchers += 1
      if (watchers === 1 && state.offers.length > 0) void refresh()
      return () => {
        watchers -= 1
        if (watchers === 0 && !state.isQuoting) timer.stop()
      }
    },
  }
}

function offerOf(
  { id, name, icon, feeLabel }: OnrampProviderContribution,
  status: OnrampOffer['status'],
): OnrampOffer {
  return {
    providerId: id,
    name,
    status,
    ...(icon === undefined ? {} : { icon }),
    ...(feeLabel === undefined ? {} : { feeLabel }),
  }
}

async function askOne(
  tools: OnrampTools,
  provider: OnrampProviderContribution,
  request: OnrampRequest,
): Promise<OnrampOffer> {
  const { clock, wallets, log } = tools
  try {
    const source = await within(clock, request.signal, () => provider.load())
    if (!source.quote) return offerOf(provider, 'none')
    const ask = source.quote.bind(source)
    const answer = await within(clock, request.signal, (signal) => ask({ ...request, signal }))
    return { ...offerOf(provider, 'quoted'), quote: checkQuote(wallets, request, answer, clock.now()) }
  } catch (cause) {
    if (!request.signal.aborted) log.warn(`"${provider.id}" made no offer.`, cause)
    const isOwn = cause instanceof BaseError && cause.code.startsWith('ONRAMP_')
    return {
      ...offerOf(provider, 'failed'),
      error: isOwn ? cause : onrampError('ONRAMP_QUOTE_FAILED', { cause }),
    }
  }
}

/** The one by which the person receives the most; of equals the first. */
function markBest(offers: readonly OnrampOffer[]): readonly OnrampOffer[] {
  let best: { readonly id: string; readonly receives: Decimal } | undefined
  for (const { providerId, quote } of offers) {
    const receives = quote && readDecimal(quote.receives)
    if (receives && (!best || compareDecimals(receives, best.receives) > 0))
      best = { id: providerId, receives }
  }
  return offers.map(({ isBest: _, ...offer }) =>
    offer.providerId === best?.id ? { ...offer, isBest: true } : offer,
  )
}

/** Offers don't wait for the market price: they're shown before it's known. */
async function readPrice(
  { prices, state, clock, log }: OnrampTools,
  signal: AbortSignal,
): Promise<string | undefined> {
  const quote = state.offers.find((offer) => offer.quote)?.quote
  if (!prices || !quote) return undefined
  try {
    return await within(clock, signal, (inTime) => readMarketPrice(prices, quote, inTime))
  } catch (cause) {
    if (!signal.aborted) log.warn('The market’s price could not be read.', cause)
    return undefined
  }
}

async function compareOffers(
  tools: OnrampTools,
  signal: AbortSignal,
  isCurrent: () => boolean,
): Promise<void> {
  const price = await readPrice(tools, signal)
  if (isCurrent() && price !== undefined) tools.state.offers = markLosses(tools.state.offers, price)
}

function markLosses(offers: readonly OnrampOffer[], price: string): readonly OnrampOffer[] {
  return offers.map(({ belowMarket: _, ...offer }) => {
    const loss = offer.quote && lossOf(offer.quote, price)
    return loss !== undefined && loss > 0n ? { ...offer, belowMarket: loss } : offer
  })
}

/** What still holds stays while it is asked for again; the others are loading. */
function keepSound(
  offers: readonly OnrampOffer[],
  providers: readonly OnrampProviderContribution[],
  now: number,
): readonly OnrampOffer[] {
  const kept = offers.filter(({ quote }) => quote !== undefined && quote.validUntil > now)
  return providers.map(
    (provider) => kept.find(({ providerId }) => providerId === provider.id) ?? offerOf(provider, 'loading'),
  )
}

/** Milliseconds until the first offer is nearly too old. */
function renewalDelay(offers: readonly OnrampOffer[], now: number): number | undefined {
  const ends = offers.flatMap(({ quote }) => quote?.validUntil ?? [])
  return ends.length === 0 ? undefined : Math.max(soonest, Math.min(...ends) - now - renewalTime)
}
