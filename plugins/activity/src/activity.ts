import { checkOptionNames, Clock, definePlugin, Log, type Plugin, Storage } from '@latchkey/kernel/plugin'
import { Navigation, Notifications, Wallets } from '@latchkey/kernel/wallet'
import { Activity, type PriceCurrency } from '@latchkey/kernel/contracts'
import { TransactionSettled, TransactionSubmitted } from '@latchkey/kernel/transaction'
import { ActivityFeed } from './ActivityFeed.js'
import { createFeed } from './createFeed.js'
import { keepFresh } from './freshSent.js'

export interface ActivityOptions {
  /** Currency of values, where a plugin provides prices. Default `usd`. */
  readonly currency?: PriceCurrency | undefined
}

const names = { currency: true } satisfies Record<keyof ActivityOptions, true>

/**
 * Past transactions of the connected account, and those this app just sent until the chain has decided. Needs a provider
 * of activity, such as `walletData()`. List `activity` of `@latchkey/plugin-activity/react` for the views.
 *
 * @throws KernelError `OPTION_UNKNOWN` or `OPTIONS_NO_OBJECT`
 * @example
 * createKernel([eip155({ networks }), walletData(), activity()])
 */
export function activity(options: ActivityOptions = {}): Plugin {
  checkOptionNames('activity', options, names)
  const { currency = 'usd' } = options
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
      const { feed, use, update } = createFeed(context, { ...deps, currency })
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
