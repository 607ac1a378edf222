import { analyticsConfig, analyticsRoutes } from './analytics.js'
import { balance } from './balance.js'
import { collectibles } from './collectibles.js'
import { history } from './history.js'
import { identityRoutes } from './identity.js'
import { onrampRoutes } from './onramp.js'
import { price } from './price.js'
import { changeAddress, changeAttributes, register } from './profile/changeName.js'
import { forward, reverse, suggestions } from './profile/lookUpName.js'
import type { Route } from './route.js'
import { health, ready, supportedChains } from './state.js'
import { swapRoutes } from './swaps.js'
import { wallets } from './wallets.js'

/** Every route of the service. */
export const routes: readonly Route[] = [
  balance,
  history,
  collectibles,
  ...identityRoutes,
  register,
  changeAttributes,
  changeAddress,
  forward,
  reverse,
  suggestions,
  price,
  ...swapRoutes,
  ...onrampRoutes,
  wallets,
  ...analyticsRoutes,
  analyticsConfig,
  health,
  ready,
  supportedChains,
]
