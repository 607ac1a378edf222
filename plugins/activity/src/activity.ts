import { Clock, definePlugin, Log, type Plugin, Storage } from '@latchkey/kernel/plugin'
import { Navigation, Notifications, Wallets } from '@latchkey/kernel/wallet'
import { Activity } from '@latchkey/kernel/contracts'
import { TransactionSettled, TransactionSubmitted } from '@latchkey/kernel/transaction'
import { ActivityFeed } from './ActivityFeed.js'
import { createFeed } from './createFeed.js'
import { keepFresh } from './freshSent.js'

/**
 * Past transactions of the connected account, and those this app just sent until the chain has decided. Needs a provider
 * of activity, such as `walletData()`. List `activity` of `@latchkey/plugin-activity/react` for the views.
 *
 * @example
 * createKernel([eip155({ networks }), walletData(), activity()])
 */
export function activity(): Plugin {
  return definePlugin({
    id: 'activity',
    kernel: '^1.0.0',
    requires: {
      activity: Activity,
      wallets: Wallets,
      navigation: Navigation,
      notifications: Notifications,
      storage: Storage,
      clock: Clock,
      log: Log,
    },
    provides: [ActivityFeed],
    setup(context, deps) {
      const { feed, use, update } = createFeed(context, deps)
      context.provide(ActivityFeed, () => feed)
      return {
        start() {
          context.on(TransactionSubmitted, (sent) => {
            keepFresh(deps.storage, { askedAt: deps.clock.now(), ...sent })
            void use((loaded) => loaded.submitted(sent))
          })
          context.on(TransactionSettled, (decided) => void use((loaded) => loaded.settled(decided)))
          context.defer(deps.wallets.subscribe(update))
        },
      }
    },
  })
}
