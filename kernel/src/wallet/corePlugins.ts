import { definePlugin, type Deps, type Plugin, type PluginContext } from '../engine/definePlugin.js'
import type { KernelOptions } from './kernelOptions.js'
import { Connector } from '../contracts/points/connector.js'
import { Namespace } from '../contracts/points/namespace.js'
import type { Token, TokenRecord } from '../keys/token.js'
import { version } from '../engine/version.js'
import type { Contributions } from '../engine/contributions.js'
import { App, readAppMetadata } from '../platform/app.js'
import { createNativeBalances, NativeBalances } from './balances.js'
import { Clock } from '../platform/clock.js'
import { createHttp, Http } from '../platform/http.js'
import { Log, type LogService } from '../platform/log.js'
import { lazy } from '../platform/lazy.js'
import { createNavigation, Navigation } from './navigation.js'
import { Wallets } from './activeWallet.js'
import { createNetworks } from './networks.js'
import { createWallets } from './createWallets.js'
import { Networks } from './networksState.js'
import { createNotifications, Notifications } from './notifications.js'
import { createSession } from './session/session.js'
import { Session } from './session/sessionState.js'
import { createStorage, Storage, StorageProblem } from '../platform/storage.js'
import { pageStorage } from '../platform/storageAdapters.js'
import type { WalletCode, WalletCodeSource } from './walletCodeSource.js'

export interface CoreOptions extends KernelOptions {
  readonly id: string
  readonly clock: Clock
  readonly log: LogService
  readonly subscribe: Contributions['subscribe']
}

const kernel = `^${version}`

/** A plugin that is one service, and has its id. */
function service<T, requires extends TokenRecord>(
  own: Token<T>,
  requires: requires,
  create: (context: PluginContext, deps: Deps<requires, NoNeeds>) => T,
): Plugin {
  return definePlugin<requires, NoNeeds>({
    id: own.id,
    kernel,
    requires,
    provides: [own],
    setup(context, deps) {
      const made = create(context, deps)
      context.provide(own, () => made)
    },
  })
}

type NoNeeds = Record<never, never>

/** The kernel's own plugins, listed first. Each is replaced by any plugin that provides its token. */
export function corePlugins(options: CoreOptions): readonly Plugin[] {
  const { id, app, storage = pageStorage() } = options
  const code = createCodeSource()
  return [
    service(Clock, {}, () => options.clock),
    service(Log, {}, () => options.log),
    service(App, {}, () => ({ metadata: () => readAppMetadata(app) })),
    service(Storage, { log: Log }, (context, { log }) =>
      createStorage({
        kernelId: id,
        adapter: storage,
        log,
        onProblem: (problem) => context.emit(StorageProblem, problem),
      }),
    ),
    service(Http, {}, ({ signal }) => createHttp(signal)),
    service(Notifications, { clock: Clock }, (context, { clock }) => {
      const notifications = createNotifications(clock)
      context.defer(notifications.dispose)
      return notifications
    }),
    service(Navigation, { log: Log }, (context, { log }) => {
      const navigation = createNavigation({ events: context, log, code })
      // A caller that waits for an approval must hear that none will come.
      context.defer(() => void navigation.close({ force: true }))
      return navigation
    }),
    sessionPlugin(options, code),
    service(Wallets, { session: Session, networks: Networks, log: Log }, (context, deps) =>
      createWallets({
        ...deps,
        code,
        namespaces: () => context.list(Namespace),
        subscribe: options.subscribe,
      }),
    ),
    service(NativeBalances, { clock: Clock, log: Log }, (context, { clock, log }) =>
      createNativeBalances({ clock, log, code, namespaces: () => context.list(Namespace) }),
    ),
  ]
}

function createCodeSource(): WalletCodeSource {
  const source: { current: WalletCode | undefined; load(): Promise<WalletCode> } = {
    current: undefined,
    load: lazy('The code that talks to wallets', async () => {
      source.current = await import('./walletCode.js')
      return source.current
    }),
  }
  return source
}

/** Session and networks need each other's state, so one plugin makes both. */
function sessionPlugin(options: CoreOptions, code: WalletCodeSource): Plugin {
  return definePlugin({
    id: 'latchkey.session',
    kernel,
    requires: { storage: Storage, log: Log, clock: Clock },
    provides: [Session, Networks],
    setup(context, { storage, log, clock }) {
      const namespaces = () => context.list(Namespace)
      const shared = { storage, events: context, namespaces }
      const session = createSession({
        ...shared,
        log,
        clock,
        signal: context.signal,
        code,
        notifications: () => context.find(Notifications),
        showsAccounts: options.storage?.showsAccounts === true,
        subscribe: options.subscribe,
        connectors: () => context.list(Connector),
        networkIds: (asked) => networks.idsFor(asked),
        connected: (entry) => void networks.prefer(entry),
      })
      const networks = createNetworks({
        ...shared,
        log,
        code,
        session,
        defaultNetwork: options.defaultNetwork,
      })
      context.provide(Session, () => session)
      context.provide(Networks, () => networks)
      context.defer(session.release)
      context.defer(networks.release)
      context.defer(options.subscribe(networks.refresh))

      const sessions = options.enableReconnect !== false
      function load(): void {
        session.load({ sessions })
        networks.load()
      }
      // A host that gives storage can be read on a server too; the page's own is read in the browser only.
      if (options.storage) load()

      return {
        start() {
          if (!options.storage) load()
          session.start({ sessions })
        },
      }
    },
  })
}
