import {
  App,
  Clock,
  Connector,
  type ConnectorContribution,
  definePlugin,
  lazy,
  type Plugin,
} from '@latchkey/kernel/plugin'
import { Eip155Connections } from '@latchkey/plugin-eip155'
import { type BaseAccountOptions, readOptions } from './readOptions.js'

/** The id of the plugin and of its connector. */
export const baseAccountId = 'baseAccount'

/**
 * Base Account and Coinbase Wallet, by Coinbase’s own SDK, which is loaded when the wallet is offered and opens its window within
 * the click.
 *
 * @throws KernelError `BASE_ACCOUNT_OPTIONS_INVALID`
 *
 * @example
 * createKernel([eip155({ networks }), baseAccount({ preference: 'smartWalletOnly' })])
 */
export function baseAccount(given: BaseAccountOptions = {}): Plugin {
  const options = readOptions(given)
  return definePlugin({
    id: baseAccountId,
    kernel: '^1.0.0',
    requires: { app: App, clock: Clock, connections: Eip155Connections },
    setup(context, { app, clock, connections }) {
      const code = lazy('Base Account', async () => {
        const { createBaseWallet } = await import('./lazy/createBaseWallet.js')
        return createBaseWallet({ ...options, app, clock, connections })
      })
      const connector: ConnectorContribution = {
        id: baseAccountId,
        name: options.preference === 'eoaOnly' ? 'Coinbase Wallet' : 'Base Account',
        // Where Coinbase’s extension is a way in, too, it stands once in the list.
        ...(options.preference === 'smartWalletOnly' ? {} : { rdns: 'com.coinbase.wallet' }),
        group: options.featured ? 'featured' : 'external',
        namespaces: ['eip155'],
        readiness: () => 'loadable',
        prepare: () => Promise.all([code(), connections.prepare()]),
        connect: async (request) => (await code()).connect(request),
        restore: async (request) => (await code()).restore(request),
      }
      context.add(Connector, connector)
    },
  })
}
