import {
  Clock,
  Connector,
  type ConnectorContribution,
  definePlugin,
  lazy,
  Log,
  Namespace,
  type Plugin,
  Storage,
} from '@latchkey/kernel/plugin'
import { Navigation, Wallets } from '@latchkey/kernel/wallet'
import { RemoteProvider } from '@latchkey/kernel/contracts'
import { proxy } from 'valtio/vanilla'
import { Ledger, type LedgerService, type LedgerState } from './LedgerService.js'
import { type LedgerOptions, readOptions } from './readOptions.js'
import { ConnectingLedgerRoute } from './routes.js'
import { storedList } from './storedList.js'

/** The id of the plugin and of its connector. */
export const ledgerId = 'ledger'

/** The namespaces that a device has apps for here. */
const namespaces: readonly string[] = ['eip155', 'solana']

/**
 * Ledger hardware wallets, plugged into this computer or phone (WebHID, or WebUSB where that is missing). Nothing is loaded before a person chooses it or has a Ledger
 * connected, no library of Ledger's is used, and no server is asked.
 *
 * @throws KernelError `LEDGER_OPTIONS_INVALID`
 *
 * @example
 * createKernel([eip155({ networks }), solana({ networks }), ledger()])
 */
export function ledger(given: LedgerOptions = {}): Plugin {
  const options = readOptions(given)
  return definePlugin({
    id: ledgerId,
    kernel: '^1.0.0',
    requires: { clock: Clock, log: Log, navigation: Navigation, storage: Storage, wallets: Wallets },
    provides: [Ledger],
    setup(context, deps) {
      const state = proxy<{ -readonly [key in keyof LedgerState]: LedgerState[key] }>({
        request: undefined,
        isOpening: false,
      })
      const wallet = lazy('Ledger', async () => {
        const { createLedgerWallet } = await import('./lazy/createLedgerWallet.js')
        return createLedgerWallet({ ...deps, options, state, signal: context.signal })
      })
      const connector: ConnectorContribution = {
        id: ledgerId,
        name: 'Ledger',
        icon: async () => (await import('./ledgerMark.js')).ledgerMark,
        group: 'external',
        get namespaces() {
          return context
            .list(Namespace)
            .flatMap(({ id }) =>
              namespaces.includes(id) && deps.wallets.chain(id, RemoteProvider) ? [id] : [],
            )
        },
        route: ConnectingLedgerRoute,
        // Firefox and Safari have neither WebHID nor WebUSB.
        readiness: () =>
          typeof navigator === 'object' && ('hid' in navigator || 'usb' in navigator)
            ? 'loadable'
            : 'unsupported',
        prepare: wallet,
        connect: async (request) => (await wallet()).connect(request),
        async restore(request) {
          if (!deps.storage.read(storedList)?.length) return undefined
          return (await wallet()).restore(request)
        },
      }
      const withWallet = (run: (loaded: Awaited<ReturnType<typeof wallet>>) => void) =>
        void wallet().then(run, (error: unknown) => deps.log.warn('Ledger could not be loaded.', error))
      const service: LedgerService = {
        state,
        readAccounts: async (request) => (await wallet()).readAccounts(request),
        choose: (choice) => withWallet((loaded) => loaded.choose(choice)),
        verifyAddress: async (account) => (await wallet()).verifyAddress(account),
        retry: () => withWallet((loaded) => loaded.retry()),
      }
      context.provide(Ledger, () => service)
      context.add(Connector, connector)
    },
  })
}
