import { App, Clock, definePlugin, lazy, Log, Namespace, type Plugin } from '@latchkey/kernel/plugin'
import { loadAhead } from '@latchkey/kernel/chain'
import { Session } from '@latchkey/kernel/wallet'
import { isAddress, isSameAddress } from './address.js'
import { createCapabilities } from './capabilities.js'
import type { Sdk } from './lazy/sdk.js'
import { type PolkadotOptions, readOptions } from './readOptions.js'

const discovery = loadAhead('The list of Polkadot wallets', () => import('./lazy/startDiscovery.js'))

/**
 * Polkadot: the injected wallets of the page, balances, signing and sending on relay chains, asset hubs and others.
 *
 * @throws KernelError `POLKADOT_OPTIONS_INVALID` with every mistake of the options at once.
 * @example
 * createKernel([polkadot({ networks: [polkadotAssetHub, kusamaAssetHub] })])
 */
export function polkadot(options?: PolkadotOptions): Plugin {
  const { networks, wallets } = readOptions(options)
  return definePlugin({
    id: 'polkadot',
    kernel: '^1.0.0',
    requires: { app: App, clock: Clock, log: Log, session: Session },
    setup(context, { app, clock, log, session }) {
      let opened: Sdk | undefined
      const sdk = lazy('The Polkadot SDK', async () => {
        const { createSdk } = await import('./lazy/sdk.js')
        opened ??= createSdk(networks, clock, log, context.signal, options)
        return opened
      })
      const wallet = lazy('The code for wallets', () => import('./lazy/wallet.js'))
      // One for the page: it keeps the wallets that let the page in.
      const opener = lazy('The code for wallets', async () =>
        (await wallet()).createOpener({ networks, clock, log, appName: () => app.metadata().name }),
      )
      context.defer(() => opened?.dispose())
      context.add(Namespace, {
        id: 'polkadot',
        label: 'Polkadot',
        networks: [...networks.values()],
        isAddress,
        isSameAddress,
        capabilities: createCapabilities(networks, { sdk, wallet }),
      })
      return {
        async start() {
          if (typeof window === 'undefined') return
          // Wallets can be looked for at any time: their entries stay on the page.
          const { startDiscovery } = await discovery()
          if (!context.signal.aborted) startDiscovery(context, clock, session, wallets, opener)
        },
      }
    },
  })
}
