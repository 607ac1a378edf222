import type { NetworkId } from '@latchkey/kernel/plugin'
import {
  type Eip155ClientService,
  type EvmCall,
  type EvmClient,
  isSameAddress,
  toChecksumAddress,
} from '@latchkey/plugin-eip155'
import { type Abi, type Address, erc20Abi } from 'viem'
import type { SwapCallReader } from '../../SwapReader.js'
import type {
  FindSwapTokenRequest,
  SignSwapRequest,
  SwapCalls,
  SwapCallsRequest,
  SwapQuote,
  SwapQuoteRequest,
  SwapQuotes,
  SwapToken,
} from '../../SwapSource.js'
import { minimumOf } from '../../minimumOf.js'
import { swapError } from '../../swapErrors.js'
import type { EvmVenues } from '../EvmVenues.js'
import { encodeApprovals } from './encodeApprovals.js'
import { encodeSwap, encodeWrap, type SwapOrder } from './encodeSwap.js'
import { priceImpactOf } from './priceImpact.js'
import { readAtOnce } from './readAtOnce.js'
import { probeShare, readMarket, type RouteOffer } from './readMarket.js'
import { readSwapCall } from './readSwapCall.js'
import { listRoutes } from './routes.js'
import { type Permit, readPermit, signAllowance } from './signAllowance.js'
import { venueData } from './venueData.js'

/** Milliseconds that an offer is held up. */
const offerTime = 60_000
/** Seconds after which the router refuses what was signed. */
const orderTime = 600n
/** What is decided without the source saying it, for pools: 1 %. */
const usualSlippage = 100n

type Reference = { readonly kind: 'wrap' } | { readonly kind: 'order'; readonly order: SwapOrder }

export interface EvmSwaps {
  readonly quotes: SwapQuotes<EvmCall>
  readonly reader: SwapCallReader
}

/** Quotes of pools, and the reader of what routers are called with. */
export function createEvmSwaps(
  clients: Eip155ClientService,
  given: Readonly<Record<NetworkId, EvmVenues>>,
  now: () => number = Date.now,
): EvmSwaps {
  const venuesOf = (networkId: NetworkId) => given[networkId] ?? venueData[networkId]
  const placeOf = async (networkId: NetworkId): Promise<Place> => {
    const venues = venuesOf(networkId)
    if (!venues) throw swapError('SWAP_NO_ROUTE')
    return { venues, client: await clients.client(networkId) }
  }
  return {
    quotes: {
      tokens: async ({ networkId }) => suggest(await placeOf(networkId)),
      findToken: async (request) => findToken(await placeOf(request.networkId), request),
      quote: async (request) => quote(await placeOf(request.networkId), request, now),
      calls: async (request) => callsOf(await placeOf(request.networkId), request),
      canSign: async (request) => (await permitOf(await placeOf(request.networkId), request)) !== undefined,
      sign: async (request) => sign(await placeOf(request.networkId), request),
      targets: (networkId) => targetsOf(venuesOf(networkId)),
    },
    reader: {
      read: ({ networkId, account, calls }) => {
        const venues = venuesOf(networkId)
        const wrapped = venues?.wrapped.address as Address | undefined
        const known = targetsOf(venues)
        return calls.map((call) => {
          const reading = readSwapCall(call, account, wrapped)
          if (reading.kind !== 'swap' || known.some((one) => isSameAddress(one, reading.target)))
            return reading
          return { kind: 'unknown', target: reading.target }
        })
      },
      decimals: async ({ networkId, tokens }) => readDecimals(await clients.client(networkId), tokens),
    },
  }
}

interface Place {
  readonly venues: EvmVenues
  readonly client: EvmClient
}

function targetsOf(venues: EvmVenues | undefined): readonly string[] {
  if (!venues) return []
  return [venues.wrapped.address, ...[...(venues.v2 ?? []), ...(venues.v3 ?? [])].map(({ router }) => router)]
}

function suggest({ venues, client }: Place): readonly SwapToken[] {
  const { name, symbol, decimals } = client.chain.nativeCurrency
  return [{ name, symbol, decimals }, ...(venues.tokens ?? []), venues.wrapped]
}

async function readDecimals(client: EvmClient, tokens: readonly string[]): Promise<readonly number[]> {
  const reads = tokens.map((address) => ({
    address: address as Address,
    abi: erc20Abi as Abi,
    functionName: 'decimals',
  }))
  const answers = await readAtOnce(client, reads)
  return answers.map((decimals) => (typeof decimals === 'number' ? decimals : 0))
}

/** A contract that states neither symbol nor decimals is counted in its smallest unit, as ERC-20 leaves it. */
async function findToken({ client }: Place, request: FindSwapTokenRequest): Promise<SwapToken | undefined> {
  const address = toChecksumAddress(request.address)
  if (address === undefined) return undefined
  const read = (functionName: string, args: readonly unknown[] = []) => ({
    address,
    abi: erc20Abi as Abi,
    functionName,
    args,
  })
  const [supply, symbol, name, decimals] = await readAtOnce(client, [
    read('totalSupply'),
    read('symbol'),
    read('name'),
    read('decimals'),
  ])
  if (typeof supply !== 'bigint') return undefined
  const isPlaces = typeof decimals === 'number' && decimals <= 77
  if (decimals !== undefined && !isPlaces) return undefined
  return {
    address,
    decimals: isPlaces ? decimals : 0,
    symbol: typeof symbol === 'string' && symbol ? symbol : `${address.slice(0, 6)}…${address.slice(-4)}`,
    ...(typeof name === 'string' && name ? { name } : {}),
  }
}

async function quote(place: Place, request: SwapQuoteRequest, now: () => number): Promise<SwapQuote> {
  const { venues, client } = place
  const { sell, buy, amount, account } = request
  const slippage = request.slippage === 'automatic' ? usualSlippage : request.slippage
  const wrapped = venues.wrapped.address as Address
  const from = (sell.address ?? wrapped) as Address
  const to = (buy.address ?? wrapped) as Address
  if (isSameAddress(from, to)) return wrapQuote(place, request, now)
  const market = await readMarket(client, {
    routes: listRoutes(venues, from, to),
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
  const spender = route.venue.router
  return {
    sold: { ...amountIn(sell), value: amount },
    bought: { ...amountIn(buy), value: bought },
    minimum: { ...amountIn(buy), value: minimum },
    slippage,
    ...(impact === undefined ? {} : { priceImpact: impact }),
    fees: [],
    route: hopsOf(place, best, request),
    validUntil: now() + offerTime,
    ...(sell.address === undefined
      ? {}
      : {
          allowance: {
            spender,
            current: market.allowances.get(spender.toLowerCase()) ?? 0n,
            needed: amount,
          },
        }),
    reference: { kind: 'order', order } satisfies Reference,
  }
}

const amountIn = ({ symbol, decimals }: SwapToken) => ({ symbol, decimals })

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
    slippage: slippage === 'automatic' ? 0n : slippage,
    priceImpact: 0n,
    fees: [],
    route: [{ venue: wrapped.name ?? wrapped.symbol, sell, buy, fee: 0 }],
    validUntil: now() + offerTime,
    reference: { kind: 'wrap' } satisfies Reference,
  }
}

function hopsOf(
  { venues }: Place,
  { route }: RouteOffer,
  { sell, buy }: SwapQuoteRequest,
): SwapQuote['route'] {
  const { path, venue } = route
  const known = [venues.wrapped, ...(venues.tokens ?? [])]
  const tokenAt = (index: number): SwapToken => {
    if (index === 0) return sell
    if (index === path.length - 1) return buy
    const address = path[index] as Address
    return (
      known.find((token) => isSameAddress(token.address, address)) ?? { address, symbol: '', decimals: 0 }
    )
  }
  return path.slice(1).map((_, index) => ({
    venue: venue.name,
    sell: tokenAt(index),
    buy: tokenAt(index + 1),
    fee: route.kind === 'v3' ? (route.fees[index] ?? 0) : (route.venue.fee ?? 3_000),
  }))
}

function callsOf({ venues }: Place, { quote, sell, account }: SwapCallsRequest): SwapCalls<EvmCall> {
  const reference = quote.reference as Reference
  if (reference.kind === 'wrap') {
    const call = encodeWrap(venues.wrapped.address as Address, sell.address === undefined, quote.sold.value)
    return { approvals: [], swap: [call], revoke: [] }
  }
  const swap = [encodeSwap(reference.order, account as Address)]
  return { ...encodeApprovals(quote, sell), swap }
}

/** Only v3 routers take a signature, and only some tokens. */
async function permitOf({ client }: Place, request: SwapCallsRequest): Promise<Permit | undefined> {
  const { quote, sell, account } = request
  const reference = quote.reference as Reference
  const { allowance } = quote
  if (reference.kind !== 'order' || reference.order.route.kind !== 'v3') return undefined
  if (sell.address === undefined || !allowance) return undefined
  return readPermit(client, {
    token: sell.address as Address,
    owner: account as Address,
    spender: allowance.spender as Address,
    value: allowance.needed,
    deadline: reference.order.deadline,
  })
}

async function sign(place: Place, request: SignSwapRequest): Promise<SwapCalls<EvmCall>> {
  const permit = await permitOf(place, request)
  if (!permit) return callsOf(place, request)
  const { order } = request.quote.reference as Extract<Reference, { kind: 'order' }>
  const signed = await signAllowance(request.wallet, permit)
  return { approvals: [], swap: [encodeSwap(order, request.account as Address, signed)], revoke: [] }
}
