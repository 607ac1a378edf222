import type { EvmClient } from '@latchkey/plugin-eip155'
import type { Abi, Address } from 'viem'
import { getBlock } from 'viem/actions'
import { clockAbi, quoterAbi, v2Abi } from './abis.js'
import { writePoolPath } from './poolPath.js'
import { type ContractRead, readAtOnce } from './readAtOnce.js'
import { allowanceReads, type RouterAllowance, readRouterAllowances } from './routerAllowances.js'
import { type Route, secondVersion } from './routes.js'

export interface MarketQuestion {
  readonly routes: readonly Route[]
  readonly amount: bigint
  /** Who may have allowed the routers something, and of which token. Absent when the coin is sold. */
  readonly allowance?: { readonly token: Address; readonly owner: Address } | undefined
}

export interface RouteOffer {
  readonly route: Route
  readonly bought: bigint
  /** What a thousandth of the amount buys. Absent when the pool says nothing for so little. */
  readonly probe: bigint | undefined
}

export interface Market {
  /** Routes that have pools: what buys the most first, and of equal ones what needs the fewest requests to the wallet. */
  readonly offers: readonly RouteOffer[]
  /** What the router of a route may take. `undefined` when the coin is sold. */
  allowanceOf(route: Route): RouterAllowance | undefined
  /** Of the newest block, in seconds since the epoch. */
  readonly time: bigint
}

/** How small the trade is whose price stands for the market's. */
export const probeShare = 1_000n

/** Asks every pool on the way, all allowances and the chain's clock in one request. */
export async function readMarket(client: EvmClient, question: MarketQuestion): Promise<Market> {
  const { routes, amount, allowance } = question
  const probe = amount / probeShare
  const multicall = client.chain.contracts?.multicall3
  const quotes = quoteReads(routes, amount)
  const probes = probe > 0n ? quoteReads(routes, probe) : undefined
  const allowances = allowance ? allowanceReads(routes, allowance) : undefined
  const reads: readonly ContractRead[] = [
    ...quotes.reads,
    ...(probes?.reads ?? []),
    ...(allowances?.reads ?? []),
    ...(multicall ? [clockRead(multicall.address)] : []),
  ]
  const [answers, block] = await Promise.all([
    readAtOnce(client, reads),
    multicall ? undefined : getBlock(client),
  ])
  const time = block?.timestamp ?? answers.at(-1)
  if (typeof time !== 'bigint') throw new Error('The network did not tell its time.')
  const probed = quotes.reads.length
  const allowed = probed + (probes?.reads.length ?? 0)
  const offers = routes.flatMap((route): RouteOffer[] => {
    const bought = boughtOf(route, answers[quotes.placeOf(route)])
    const small = probes && boughtOf(route, answers[probed + probes.placeOf(route)])
    return bought ? [{ route, bought, probe: small }] : []
  })
  const byRouter = allowances && readRouterAllowances(allowances, answers.slice(allowed), time)
  const allowanceOf = (route: Route) => byRouter?.get(route.venue.router.toLowerCase())
  return { offers: offers.sort(compare(amount, allowanceOf)), allowanceOf, time }
}

function compare(amount: bigint, allowanceOf: Market['allowanceOf']) {
  return (one: RouteOffer, other: RouteOffer) => {
    if (one.bought !== other.bought) return one.bought < other.bought ? 1 : -1
    return requestsFor(one, allowanceOf, amount) - requestsFor(other, allowanceOf, amount)
  }
}

/** What the wallet has to be asked for before the swap, the least first: nothing, a signature, perhaps one, approvals. */
function requestsFor({ route }: RouteOffer, allowanceOf: Market['allowanceOf'], amount: bigint): number {
  const allowance = allowanceOf(route)
  if (!allowance || allowance.current >= amount) return 0
  if (allowance.passing) return allowance.passing.held >= amount ? 1 : 3
  return route.kind === 'v3' ? 2 : 3
}

/** Quotes of routes, each pool and quoter once: two routers may trade on the same pools. */
function quoteReads(routes: readonly Route[], amount: bigint) {
  const reads: ContractRead[] = []
  const places = new Map<string, number>()
  const byRoute = new Map<Route, number>()
  for (const route of routes) {
    const read = quoteRead(route, amount)
    const key = `${read.address}/${read.args.join()}`.toLowerCase()
    const place = places.get(key) ?? reads.push(read) - 1
    places.set(key, place)
    byRoute.set(route, place)
  }
  return { reads, placeOf: (route: Route) => byRoute.get(route) as number }
}

function quoteRead(route: Route, amount: bigint): Required<ContractRead> {
  if (route.kind === 'v2') {
    const { venue, path } = route
    return { address: venue.router, abi: v2Abi as Abi, functionName: 'getAmountsOut', args: [amount, path] }
  }
  const { venue, path, fees } = route
  const isMixed = fees.includes(secondVersion) && venue.mixed !== undefined
  return {
    address: isMixed ? (venue.mixed?.quoter as Address) : venue.quoter,
    abi: quoterAbi as Abi,
    functionName: 'quoteExactInput',
    args: [writePoolPath(path, fees), amount],
  }
}

const clockRead = (address: Address): ContractRead => ({
  address,
  abi: clockAbi as Abi,
  functionName: 'getCurrentBlockTimestamp',
})

/** The last amount of a v2 answer. Nothing bought is no way. */
function boughtOf({ kind }: Route, answer: unknown): bigint | undefined {
  const bought: unknown = kind === 'v2' && Array.isArray(answer) ? answer.at(-1) : answer
  return typeof bought === 'bigint' && bought > 0n ? bought : undefined
}
