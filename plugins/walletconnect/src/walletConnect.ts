import {
  App,
  Clock,
  Connector,
  type ConnectorContribution,
  type ConnectRequest,
  definePlugin,
  lazy,
  Log,
  Namespace,
  type Plugin,
  Storage,
} from '@latchkey/kernel/plugin'
import { SignInOnConnect } from '@latchkey/kernel/contracts'
import { Wallets } from '@latchkey/kernel/wallet'
import { ConnectingWalletConnectRoute } from './connectingRoute.js'
import { knownNamespaces } from './knownNamespaces.js'
import type { NamespaceProposal } from './namespaces.js'
import { createPairingStatus, WalletConnectPairing } from './pairingStatus.js'
import { isExpired } from './isExpired.js'
import { readOptions, type WalletConnectOptions } from './readOptions.js'
import { keyOf, readSessions, removeSession } from './storedSessions.js'
import { WalletConnectMethods } from './walletConnectMethods.js'

/** The id of the plugin and of its connector. */
export const walletConnectId = 'walletConnect'

/**
 * WalletConnect: sessions with wallets on a phone or across the room, each over every chain of the app. The client
 * library is loaded on the first use, or when there is a session to take up.
 *
 * @throws WalletConnectError `PROJECT_ID_MISSING` without a `projectId` or a `relayUrl`, `WALLET_CONNECT_OPTIONS_INVALID`
 *
 * @example
 * createKernel([eip155({ networks }), walletConnect({ projectId: '…' })])
 */
export function walletConnect(given: WalletConnectOptions): Plugin {
  const options = readOptions(given)
  return definePlugin({
    id: walletConnectId,
    kernel: '^1.0.0',
    requires: { app: App, clock: Clock, log: Log, storage: Storage, wallets: Wallets },
    optional: { signIn: SignInOnConnect },
    provides: [WalletConnectPairing],
    setup(context, { app, clock, log, storage, wallets, signIn }) {
      const status = createPairingStatus()
      const proposals = (): ReadonlyMap<string, NamespaceProposal> =>
        new Map(
          context.list(Namespace).flatMap(({ id }) => {
            const own = wallets.chain(id, WalletConnectMethods)
            return own || knownNamespaces.some((known) => known === id) ? [[id, own ?? {}] as const] : []
          }),
        )
      const linker = lazy('WalletConnect', async () => {
        const { createLinker } = await import('./lazy/createLinker.js')
        return createLinker({
          options,
          metadata: () => ({ ...app.metadata(), ...options.metadata }),
          namespaces: () => context.list(Namespace),
          proposals,
          status,
          clock,
          log,
          storage,
          wallets,
          signIn,
          signal: context.signal,
        })
      })
      const connector: ConnectorContribution = {
        id: walletConnectId,
        name: 'WalletConnect',
        icon: async () => (await import('./pairingMark.js')).pairingMark,
        group: 'walletConnect',
        get namespaces() {
          return [...proposals().keys()]
        },
        route: ConnectingWalletConnectRoute,
        readiness: () => 'loadable',
        connect: async (request: ConnectRequest) => (await linker()).connect(request),
        async restore(request) {
          const { key } = request
          const stored = readSessions(storage).find((session) => key === undefined || keyOf(session) === key)
          if (!stored) return undefined
          if (!isExpired(stored.expiry, clock.now())) return (await linker()).restore(request, stored)
          removeSession(storage, stored.topic)
          return undefined
        },
      }
      context.provide(WalletConnectPairing, () => status)
      context.add(Connector, connector)
    },
  })
}
