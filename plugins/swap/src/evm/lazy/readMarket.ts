import type { EvmClient } from '@latchkey/plugin-eip155'
import type { Address, Hex } from 'viem'
import { getBlock } from 'viem/actions'
import { type ContractCall, callAtOnce } from './callAtOnce.js'
import { clockCall, type QuoteForm, quoteCall, quoteForm, readLastAmount, readNumber } from './marketCalls.js'
import { allowanceCalls, type RouterAllowance, readRouterAllowances } from './routerAllowances.js'
import type { Route } from './routes.js'

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
  const { forms, placeOf } = quoteForms(routes)
  const probes = probe > 0n ? forms : []
  const allowances = allowance ? allowanceCalls(routes, allowance) : undefined
  const calls: readonly ContractCall[] = [
    ...forms.map((form) => quoteCall(form, amount)),
    ...probes.map((form) => quoteCall(form, probe)),
    ...(allowances?.calls ?? []),
    ...(multicall ? [clockCall(multicall.address)] : []),
  ]
  const [answers, block] = await Promise.all([
    callAtOnce(client, calls),
    multicall ? undefined : getBlock(client),
  ])
  const time = block?.timestamp ?? readNumber(answers.at(-1))
  if (time === undefined) throw new Error('The network did not tell its time.')
  const probed = forms.length
  const allowed = probed + probes.length
  const offers = routes.flatMap((route): RouteOffer[] => {
    const bought = boughtOf(route, answers[placeOf(route)])
    const small = probe > 0n ? boughtOf(route, answers[probed + placeOf(route)]) : undefined
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
  // A token may take a signature for a router of the third version. One of the fourth is paid through Permit2.
  return route.kind === 'v3' ? 2 : 3
}

/** Quotes of routes, each pool and quoter once: two routers may trade on the same pools. */
function quoteForms(routes: readonly Route[]) {
  const forms: QuoteForm[] = []
  const places = new Map<string, number>()
  const byRoute = new Map<Route, number>()
  for (const route of routes) {
    const form = quoteForm(route)
    const key = `${form.to.toLowerCase()}${form.beforeAmount}${form.afterAmount}`
    const place = places.get(key) ?? forms.push(form) - 1
    places.set(key, place)
    byRoute.set(route, place)
  }
  return { forms, placeOf: (route: Route) => byRoute.get(route) as number }
}

/** Nothing bought is no way. */
function boughtOf({ kind }: Route, answer: Hex | undefined): bigint | undefined {
  const bought = kind === 'v2' ? readLastAmount(answer) : readNumber(answer)
  return bought === 0n ? undefined : bought
}
