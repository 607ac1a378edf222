import { balance } from './balance.js'
import { history } from './history.js'
import { identityRoutes } from './identity.js'
import { price } from './price.js'
import type { Route } from './route.js'
import { health, supportedChains } from './state.js'

/** Every route of the service. */
export const routes: readonly Route[] = [balance, history, ...identityRoutes, price, health, supportedChains]
