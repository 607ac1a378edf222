import { type EvmClient, isSameAddress } from '@latchkey/plugin-eip155'
import type { Address } from 'viem'
import { minimumOf } from '../../minimumOf.js'
import { swapError } from '../../swapErrors.js'
import type { SwapAllowance, SwapQuote, SwapQuoteRequest, SwapToken } from '../../SwapSource.js'
import type { EvmVenues } from '../EvmVenues.js'
import type { SwapOrder } from './encodeSwap.js'
import { coinItself, fourthLimit } from './fourthActions.js'
import { permit2Limit, permit2OfRoute } from './permit2.js'
import { priceImpactOf } from './priceImpact.js'
import { probeShare, readMarket, type RouteOffer } from './readMarket.js'
import type { RouterAllowance } from './routerAllowances.js'
import { listRoutes, type Route, secondVersion } from './routes.js'

/** A network, and where its tokens are swapped. */
export interface Place {
  readonly venues: EvmVenues
  readonly client: EvmClient
}

/** What a quote keeps for its calls. */
export type QuoteReference =
  | { readonly kind: 'wrap' }
  | { readonly kind: 'order'; readonly order: SwapOrder; readonly passing: RouterAllowance['passing'] }

/** Milliseconds that an offer is held up. */
const offerTime = 60_000
/** Seconds after which the router refuses what was signed. */
const orderTime = 600n

/** The best offer of the pools of a network, by one request to it. @throws BaseError `SWAP_NO_ROUTE` */
export async function quotePools(
  place: Place,
  request: SwapQuoteRequest,
  now: () => number,
): Promise<SwapQuote> {
  const { venues, client } = place
  const { sell, buy, amount, account, slippage } = request
  const wrapped = venues.wrapped.address as Address
  const from = (sell.address ?? wrapped) as Address
  const to = (buy.address ?? wrapped) as Address
  if (isSameAddress(from, to)) return wrapQuote(place, request, now)
  const coin = { isSold: sell.address === undefined, isBought: buy.address === undefined }
  const routes = listRoutes(venues, from, to, coin).filter(
    (route) => amount < (limitOf(route) ?? amount + 1n),
  )
  const market = await readMarket(client, {
    routes,
    amount,
    allowance: sell.address === undefined ? undefined : { token: from, owner: account as Address },
  })
  const [best] = market.offers
  if (!best) throw swapError('SWAP_NO_ROUTE')
  const { route, bought } = best
  const minimum = minimumOf(bought, slippage)
  const order: SwapOrder = {
    ...{ route, amount, minimum },
    sellsCoin: sell.address === undefined,
    buysCoin: buy.address === undefined,
    deadline: market.time + orderTime,
  }
  const impact = priceImpactOf({ amount, bought }, { amount: amount / probeShare, bought: best.probe })
  const allowance = market.allowanceOf(route)
  return {
    sold: { ...amountIn(sell), value: amount },
    bought: { ...amountIn(buy), value: bought },
    minimum: { ...amountIn(buy), value: minimum },
    slippage,
    ...(impact === undefined ? {} : { priceImpact: impact }),
    fees: [],
    route: hopsOf(place, best, request),
    validUntil: now() + offerTime,
    ...(allowance ? { allowance: allowanceIn(route, allowance, amount) } : {}),
    reference: { kind: 'order', order, passing: allowance?.passing } satisfies QuoteReference,
  }
}

/** More than a router, or what passes tokens on to it, counts. */
function limitOf(route: Route): bigint | undefined {
  if (route.kind === 'v4') return fourthLimit
  return permit2OfRoute(route) === undefined ? undefined : permit2Limit
}

function allowanceIn(
  { venue: { router } }: Route,
  { current, passing }: RouterAllowance,
  needed: bigint,
): SwapAllowance {
  return { spender: router, current, needed, ...(passing ? { through: passing.permit2 } : {}) }
}

const amountIn = ({ symbol, decimals }: SwapToken) => ({ symbol, decimals })

const coinOf = ({ chain }: EvmClient): SwapToken => {
  const { name, symbol, decimals } = chain.nativeCurrency
  return { name, symbol, decimals }
}

/** One for one, whatever the slippage. Only the coin and its own wrapped form. */
function wrapQuote(
  { venues: { wrapped } }: Place,
  { sell, buy, amount, slippage }: SwapQuoteRequest,
  now: () => number,
): SwapQuote {
  if ((sell.address === undefined) === (buy.address === undefined)) throw swapError('SWAP_NO_ROUTE')
  return {
    sold: { ...amountIn(sell), value: amount },
    bought: { ...amountIn(buy), value: amount },
    minimum: { ...amountIn(buy), value: amount },
    slippage,
    priceImpact: 0n,
    fees: [],
    route: [{ venue: wrapped.name ?? wrapped.symbol, sell, buy, fee: 0 }],
    validUntil: now() + offerTime,
    reference: { kind: 'wrap' } satisfies QuoteReference,
  }
}

function hopsOf(
  { venues, client }: Place,
  { route }: RouteOffer,
  { sell, buy }: SwapQuoteRequest,
): SwapQuote['route'] {
  const { path, venue } = route
  const known = [venues.wrapped, ...(venues.tokens ?? [])]
  const tokenAt = (index: number): SwapToken => {
    if (index === 0) return sell
    if (index === path.length - 1) return buy
    const address = path[index] as Address
    if (isSameAddress(address, coinItself)) return coinOf(client)
    return (
      known.find((token) => isSameAddress(token.address, address)) ?? { address, symbol: '', decimals: 0 }
    )
  }
  return path.slice(1).map((_, index) => ({
    venue: route.kind === 'v3' && route.fees[index] === secondVersion ? mixedName(route) : venue.name,
    sell: tokenAt(index),
    buy: tokenAt(index + 1),
    ...feeAt(route, index),
  }))
}

/** Of pools of the second version, in millionths. */
const secondFee = 3_000

/** Absent where nothing tells it: Slipstream's pools change theirs. */
function feeAt(route: Route, index: number): { readonly fee?: number } {
  if (route.kind === 'v2') return { fee: route.venue.fee ?? secondFee }
  if (route.kind === 'v4') return { fee: route.pools[index]?.fee ?? 0 }
  if (route.areSpacings) return {}
  const fee = route.fees[index] ?? 0
  return { fee: fee === secondVersion ? secondFee : fee }
}

const mixedName = ({ venue }: Extract<Route, { kind: 'v3' }>) => venue.mixed?.name ?? venue.name
