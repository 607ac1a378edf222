import { isSameAddress } from '@latchkey/plugin-eip155'
import type { Address } from 'viem'
import type { EvmRouterSlipstream, EvmRouterV2, EvmRouterV3, EvmVenues } from '../EvmVenues.js'

/** One way from a token to another. The coin goes by the address of the wrapped one. */
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
/** Every choice of two spacings, of three routers, would be a question of several hundred kilobytes. */
const spacingLimit = 3
const throughLimit = 3

/** Direct ways, and those over one token in between, on every venue. */
export function listRoutes(venues: EvmVenues, sell: Address, buy: Address): readonly Route[] {
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
  return [...second, ...third, ...spaced]
}

/** Slipstream's router is called as the first one of the third version. */
function spacedRoutes(
  { spacings = usualSpacings, ...venue }: EvmRouterSlipstream,
  path: readonly Address[],
): readonly Route[] {
  const asked = path.length > 2 ? spacings.slice(0, spacingLimit) : spacings
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

function choices(fees: readonly number[], length: number): readonly (readonly number[])[] {
  if (length === 0) return [[]]
  return choices(fees, length - 1).flatMap((rest) => fees.map((fee) => [...rest, fee]))
}
