import { type ConnectorContribution, route, type RouteParams } from '@latchkey/kernel/plugin'

/** Where the person types the address to watch. */
export const WatchAddressRoute =
  route<RouteParams<NonNullable<ConnectorContribution['route']>>>('WatchAddress')
