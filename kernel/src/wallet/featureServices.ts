import type { Deps } from '../engine/definePlugin.js'
import { Clock } from '../platform/clock.js'
import { Log } from '../platform/log.js'
import { Storage } from '../platform/storage.js'
import { Wallets } from './activeWallet.js'
import { NativeBalances } from './balances.js'
import { Navigation } from './navigation.js'
import { Networks } from './networksState.js'
import { Notifications } from './notifications.js'

/**
 * The services that a feature with views and wallet requests needs, for its plugin's `requires`.
 *
 * @example
 * definePlugin({ id: 'send', requires: { ...featureServices, session: Session }, ... })
 */
export const featureServices = {
  wallets: Wallets,
  networks: Networks,
  navigation: Navigation,
  nativeBalances: NativeBalances,
  notifications: Notifications,
  storage: Storage,
  clock: Clock,
  log: Log,
}

/** The services themselves, as `setup` receives them. */
export type FeatureServices = Deps<typeof featureServices, Record<never, never>>
