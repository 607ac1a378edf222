import type { Address } from 'viem'
import type { EvmRouterV3, EvmRouterV4 } from '../EvmVenues.js'
import type { Route } from './routes.js'

/** Where Permit2 is on every network that has it by its own deployer. */
const publicAddress: Address = '0x000000000022D473030F116dDEE9F6B43aC78BA3'

/** What passes the account's tokens on to a router. `undefined` for a router that takes them itself. */
export function permit2Of({ form, permit2 = publicAddress }: EvmRouterV3): Address | undefined {
  return form === 'UniversalRouter' ? permit2 : undefined
}

/** The same for the router of a route. */
export function permit2OfRoute(route: Route): Address | undefined {
  if (route.kind === 'v2') return undefined
  return route.kind === 'v3' ? permit2Of(route.venue) : permit2OfFourth(route.venue)
}

/** The same for a router of the fourth version, which takes nothing itself. */
export const permit2OfFourth = ({ permit2 = publicAddress }: EvmRouterV4): Address => permit2

/** Permit2 counts in 160 bits. */
export const permit2Limit = 2n ** 160n
