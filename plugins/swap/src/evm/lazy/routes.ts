import { isSameAddress } from '@latchkey/plugin-eip155'
import type { Address } from 'viem'
import type { EvmRouterV2, EvmRouterV3, EvmVenues } from '../EvmVenues.js'

/** One way from a token to another. The coin goes by the address of the wrapped one. */
export type Route =
  | { readonly kind: 'v2'; readonly venue: EvmRouterV2; readonly path: readonly Address[] }
  | {
      readonly kind: 'v3'
      readonly venue: EvmRouterV3
      readonly path: readonly Address[]
      /** Of each pool. */
      readonly fees: readonly number[]
    }

const usualFees = [100, 500, 3_000, 10_000] as const
const throughLimit = 3

/** Direct ways, and those over one token in between, on every venue. */
export function listRoutes(venues: EvmVenues, sell: Address, buy: Address): readonly Route[] {
  const paths = [[sell, buy], ...between(venues, sell, buy).map((middle) => [sell, middle, buy])]
  const second = (venues.v2 ?? []).flatMap((venue) =>
    paths.map((path): Route => ({ kind: 'v2', venue, path })),
  )
  const third = (venues.v3 ?? []).flatMap((venue) =>
    paths.flatMap((path) =>
      choices(venue.fees ?? usualFees, path.length - 1).map(
        (fees): Route => ({ kind: 'v3', venue, path, fees }),
      ),
    ),
  )
  return [...second, ...third]
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

function choices(fees: readonly number[], length: number): readonly (readonly number[])[] {
  if (length === 0) return [[]]
  return choices(fees, length - 1).flatMap((rest) => fees.map((fee) => [...rest, fee]))
}
