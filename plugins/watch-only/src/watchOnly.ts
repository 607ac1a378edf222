import {
  Connector,
  type ConnectorContribution,
  definePlugin,
  lazy,
  Log,
  Namespace,
  type Plugin,
} from '@latchkey/kernel/plugin'
import { Names } from '@latchkey/kernel/contracts'
import { Session, Wallets } from '@latchkey/kernel/wallet'
import type { WatchedAccount } from './WatchOnlyService.js'
import { WatchOnly } from './WatchOnlyService.js'
import { WatchAddressRoute } from './watchAddressRoute.js'

/** The id of the plugin and of its connector. */
export const watchOnlyId = 'watchOnly'

/**
 * Accounts to look at without their keys: balances, activity and receiving, on every chain that the app lists. Nothing can be
 * signed with one, and nobody is signed in by one. List `watchOnly` of `@latchkey/plugin-watch-only/react` for the view.
 *
 * @example
 * createKernel([eip155({ networks }), watchOnly()])
 */
export function watchOnly(): Plugin {
  return definePlugin({
    id: watchOnlyId,
    kernel: '^1.0.0',
    requires: { session: Session, wallets: Wallets, log: Log },
    optional: { names: Names },
    provides: [WatchOnly],
    setup(context, { session, wallets, log, names }) {
      const code = lazy('Watching accounts', () => import('./lazy/watching.js'))
      const namespaces = () => context.list(Namespace)
      /** What the next connection is of. Taken at once, so that no other connection can get it. */
      let wanted: Pick<WatchedAccount, 'namespace' | 'address'> | undefined
      const connector: ConnectorContribution = {
        id: watchOnlyId,
        name: 'Watch-only account',
        label: { section: 'watchOnly', key: 'name', text: 'Watch-only account' },
        icon: async () => (await import('./watchMark.js')).watchMark,
        group: 'external',
        get namespaces() {
          return namespaces().map(({ id }) => id)
        },
        route: WatchAddressRoute,
        readiness: () => 'loadable',
        prepare: code,
        async connect(request) {
          const account = wanted
          wanted = undefined
          return (await code()).openWatched(wallets, account, request)
        },
        restore: async (request) => (await code()).restoreWatched(wallets, request),
      }
      context.add(Connector, connector)
      context.provide(WatchOnly, () => ({
        find: async (text, signal) =>
          (await code()).findAccounts({ wallets, names, log, namespaces }, text, signal),
        async watch(account) {
          const { namespace, address } = account
          // Loaded before, so that nothing stands between what is wanted and its connection.
          await code()
          wanted = { namespace, address }
          try {
            return await session.connect({ connectorId: watchOnlyId, namespaces: [namespace] })
          } finally {
            wanted = undefined
          }
        },
      }))
    },
  })
}
