import { isSameAddress } from '@latchkey/plugin-eip155'
import type { Address } from 'viem'
import type {
  EvmPoolV4,
  EvmRouterSlipstream,
  EvmRouterV2,
  EvmRouterV3,
  EvmRouterV4,
  EvmVenues,
} from '../EvmVenues.js'
import { coinItself } from './fourthActions.js'

/** One way from a token to another. The coin goes by the address of the wrapped one, but for pools of the fourth version. */
export type Route =
  | { readonly kind: 'v2'; readonly venue: EvmRouterV2; readonly path: readonly Address[] }
  | {
      readonly kind: 'v3'
      readonly venue: EvmRouterV3
      readonly path: readonly Address[]
      /** Of each pool; `secondVersion` for one of the second version. */
      readonly fees: readonly number[]
      /** Slipstream: its pools have a tick spacing where others have a fee. */
      readonly areSpacings?: true
    }
  | {
      readonly kind: 'v4'
      readonly venue: EvmRouterV4
      /** The coin is `coinItself`. */
      readonly path: readonly Address[]
      readonly pools: readonly EvmPoolV4[]
    }

/** In place of a fee: a pool of the second version, as the quoter of mixed routes marks it. */
export const secondVersion = 0x800000

/** A part of a route over pools of one version. */
export interface Leg {
  readonly path: readonly Address[]
  /** Absent over pools of the second version. */
  readonly fees?: readonly number[]
}

const usualFees = [100, 500, 3_000, 10_000] as const
/** Those that every factory of Slipstream starts with. */
const usualSpacings = [100, 200, 1, 50, 2_000] as const
const usualPools: readonly EvmPoolV4[] = [
  { fee: 500, spacing: 10 },
  { fee: 3_000, spacing: 60 },
  { fee: 100, spacing: 1 },
  { fee: 10_000, spacing: 200 },
]
/** Of each router over two pools: with every choice, a question would be too large, and the gas of the call too much for some nodes. */
const poolLimit = 2
const throughLimit = 3

/** Whether the coin itself is sold or bought, where a route has the address of the wrapped one. */
export interface CoinEnds {
  readonly isSold: boolean
  readonly isBought: boolean
}

const noCoin: CoinEnds = { isSold: false, isBought: false }

/** Direct ways, and those over one token in between, on every venue. */
export function listRoutes(
  venues: EvmVenues,
  sell: Address,
  buy: Address,
  coin: CoinEnds = noCoin,
): readonly Route[] {
  const paths = [[sell, buy], ...between(venues, sell, buy).map((middle) => [sell, middle, buy])]
  const second = (venues.v2 ?? []).flatMap((venue) =>
    paths.map((path): Route => ({ kind: 'v2', venue, path })),
  )
  const third = (venues.v3 ?? []).flatMap((venue) =>
    paths.flatMap((path) =>
      feesOf(venue, path.length - 1).map((fees): Route => ({ kind: 'v3', venue, path, fees })),
    ),
  )
  const spaced = (venues.slipstream ?? []).flatMap((venue) =>
    paths.flatMap((path) => spacedRoutes(venue, path)),
  )
  const fourth = (venues.v4 ?? []).flatMap((venue) =>
    paths.flatMap((path) => fourthRoutes(venue, withCoin(path, venues, coin))),
  )
  return [...second, ...third, ...spaced, ...fourth]
}

/** A path over pools of the fourth version: those of the coin are deeper than those of the wrapped one, which only ends use. */
function withCoin(
  path: readonly Address[],
  { wrapped }: EvmVenues,
  { isSold, isBought }: CoinEnds,
): readonly Address[] {
  return path.map((token, index) => {
    const isCoin = index === 0 ? isSold : index === path.length - 1 ? isBought : true
    return isCoin && isSameAddress(token, wrapped.address) ? coinItself : token
  })
}

function fourthRoutes(venue: EvmRouterV4, path: readonly Address[]): readonly Route[] {
  const { pools = usualPools } = venue
  const asked = path.length > 2 ? pools.slice(0, poolLimit) : pools
  return choices(asked, path.length - 1).map((chosen) => ({ kind: 'v4', venue, path, pools: chosen }))
}

/** Slipstream's router is called as the first one of the third version. */
function spacedRoutes(
  { spacings = usualSpacings, ...venue }: EvmRouterSlipstream,
  path: readonly Address[],
): readonly Route[] {
  const asked = path.length > 2 ? spacings.slice(0, poolLimit) : spacings
  return choices(asked, path.length - 1).map((fees) => ({
    kind: 'v3',
    venue: { ...venue, form: 'SwapRouter' },
    ...{ path, fees },
    areSpacings: true,
  }))
}

/** The legs of a route of the third version, in their order. */
export function legsOf({ path, fees }: Extract<Route, { kind: 'v3' }>): readonly Leg[] {
  const legs: { path: Address[]; fees?: number[] }[] = []
  for (const [index, fee] of fees.entries()) {
    const [from, to] = [path[index] as Address, path[index + 1] as Address]
    const last = legs.at(-1)
    const isSecond = fee === secondVersion
    if (last && isSecond === (last.fees === undefined)) {
      last.path.push(to)
      last.fees?.push(fee)
    } else legs.push({ path: [from, to], ...(isSecond ? {} : { fees: [fee] }) })
  }
  return legs
}

function between(
  { wrapped, tokens = [], through }: EvmVenues,
  sell: Address,
  buy: Address,
): readonly Address[] {
  const named = through ?? tokens.slice(0, 1).map(({ address }) => address)
  const all = [wrapped.address, ...named.slice(0, throughLimit)] as Address[]
  return all.filter((middle) => !isSameAddress(middle, sell) && !isSameAddress(middle, buy))
}

/** Every choice of pools over so many hops. Those of the second version alone are routes of its own router. */
function feesOf(
  { fees = usualFees, mixed, form }: EvmRouterV3,
  hops: number,
): readonly (readonly number[])[] {
  const canMix = mixed !== undefined && form !== 'SwapRouter'
  const all = choices(canMix ? [...fees, secondVersion] : fees, hops)
  return all.filter((choice) => choice.some((fee) => fee !== secondVersion))
}

function choices<T>(all: readonly T[], length: number): readonly (readonly T[])[] {
  if (length === 0) return [[]]
  return choices(all, length - 1).flatMap((rest) => all.map((one) => [...rest, one]))
}
