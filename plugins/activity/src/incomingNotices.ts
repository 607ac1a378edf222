import {
  checkOptionNames,
  Clock,
  definePlugin,
  lazy,
  Log,
  type NetworkId,
  type Plugin,
  Storage,
} from '@latchkey/kernel/plugin'
import { Notifications, Session, Wallets } from '@latchkey/kernel/wallet'
import { TokenKeepers, type TokenReference } from '@latchkey/kernel/contracts'
import { subscribe } from 'valtio/vanilla'
import { ActivityFeed } from './ActivityFeed.js'

export interface IncomingNoticesOptions {
  /**
   * Tokens to tell of beside the coin and those that the person added, by CAIP-2 id: the list that `walletData` gets. What nobody listed
   * is never told of, because anyone can send it to everyone.
   */
  readonly tokens?: Readonly<Record<NetworkId, readonly TokenReference[]>> | undefined
}

const names = { tokens: true } satisfies Record<keyof IncomingNoticesOptions, true>

/**
 * A toast when the connected account receives coin or a listed token on its active network. It listens to what `activity()` reads and
 * asks for nothing itself: while nobody looks at the activity, and nothing waits for the chain, nothing is told. Each
 * transaction is told once, in one tab. Leave it out of the list for no notices. Needs `activity()`.
 *
 * @throws KernelError `OPTION_UNKNOWN` or `OPTIONS_NO_OBJECT`
 * @example
 * createKernel([eip155({ networks }), walletData({ tokens }), activity(), incomingNotices({ tokens })])
 */
export function incomingNotices(options: IncomingNoticesOptions = {}): Plugin {
  checkOptionNames('incomingNotices', options, names)
  const { tokens = {} } = options
  return definePlugin({
    id: 'activity.incomingNotices',
    kernel: '^1.0.0',
    requires: {
      feed: ActivityFeed,
      wallets: Wallets,
      session: Session,
      notifications: Notifications,
      storage: Storage,
      clock: Clock,
      log: Log,
    },
    setup(context, deps) {
      const load = lazy('Notices of payments', async () => {
        const { createIncoming } = await import('./lazy/createIncoming.js')
        return createIncoming({
          ...deps,
          tokens,
          keepers: () => context.list(TokenKeepers),
          signal: context.signal,
        })
      })
      return {
        start() {
          const look = () => {
            load()
              .then((incoming) => incoming.look())
              .catch((error: unknown) => {
                if (!context.signal.aborted) deps.log.warn('Payments received could not be told.', error)
              })
          }
          context.defer(subscribe(deps.feed.state, look))
        },
      }
    },
  })
}
