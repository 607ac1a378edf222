import type { EvmClient } from '@latchkey/plugin-eip155'
import { type Abi, type Address, erc20Abi } from 'viem'
import { getBlock } from 'viem/actions'
import { clockAbi, quoterAbi, v2Abi } from './abis.js'
import { writePoolPath } from './poolPath.js'
import { type ContractRead, readAtOnce } from './readAtOnce.js'
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
  /** Routes that have pools, best first. */
  readonly offers: readonly RouteOffer[]
  /** By router, without case. */
  readonly allowances: ReadonlyMap<string, bigint>
  /** Of the newest block, in seconds since the epoch. */
  readonly time: bigint
}

/** How small the trade is whose price stands for the market's. */
export const probeShare = 1_000n

/** Asks every pool on the way, all allowances and the chain's clock in one request. */
export async function readMarket(client: EvmClient, question: MarketQuestion): Promise<Market> {
  const { routes, amount, allowance } = question
  const probe = amount / probeShare
  const routers = [...new Set(routes.map(({ venue }) => venue.router))]
  const multicall = client.chain.contracts?.multicall3
  const reads: readonly ContractRead[] = [
    ...routes.map((route) => quoteRead(route, amount)),
    ...(probe > 0n ? routes.map((route) => quoteRead(route, probe)) : []),
    ...(allowance ? routers.map((spender) => allowanceRead(allowance, spender)) : []),
    ...(multicall ? [clockRead(multicall.address)] : []),
  ]
  const [answers, block] = await Promise.all([
    readAtOnce(client, reads),
    multicall ? undefined : getBlock(client),
  ])
  const probes = answers.slice(routes.length, probe > 0n ? 2 * routes.length : routes.length)
  const allowed = answers.slice(routes.length + probes.length)
  const offers = routes.flatMap((route, index): RouteOffer[] => {
    const bought = boughtOf(route, answers[index])
    return bought ? [{ route, bought, probe: boughtOf(route, probes[index]) }] : []
  })
  const time = block?.timestamp ?? answers.at(-1)
  if (typeof time !== 'bigint') throw new Error('The network did not tell its time.')
  return {
    offers: offers.sort((one, other) => (one.bought < other.bought ? 1 : one.bought > other.bought ? -1 : 0)),
    allowances: new Map(
      (allowance ? routers : []).map((router, index) => [
        router.toLowerCase(),
        typeof allowed[index] === 'bigint' ? (allowed[index] as bigint) : 0n,
      ]),
    ),
    time,
  }
}

function quoteRead(route: Route, amount: bigint): ContractRead {
  if (route.kind === 'v2') {
    const { venue, path } = route
    return { address: venue.router, abi: v2Abi as Abi, functionName: 'getAmountsOut', args: [amount, path] }
  }
  const { venue, path, fees } = route
  return {
    address: venue.quoter,
    abi: quoterAbi as Abi,
    functionName: 'quoteExactInput',
    args: [writePoolPath(path, fees), amount],
  }
}

const allowanceRead = (
  { token, owner }: NonNullable<MarketQuestion['allowance']>,
  spender: Address,
): ContractRead => ({
  address: token,
  abi: erc20Abi as Abi,
  functionName: 'allowance',
  args: [owner, spender],
})

const clockRead = (address: Address): ContractRead => ({
  address,
  abi: clockAbi as Abi,
  functionName: 'getCurrentBlockTimestamp',
})

/** The last amount of a v2 answer, the first value of a v3 one. Nothing bought is no way. */
function boughtOf({ kind }: Route, answer: unknown): bigint | undefined {
  if (!Array.isArray(answer)) return undefined
  const bought: unknown = kind === 'v2' ? answer.at(-1) : answer[0]
  return typeof bought === 'bigint' && bought > 0n ? bought : undefined
}
