import { Clock, definePlugin, Http, Log, Namespace, type Plugin } from '@latchkey/kernel/plugin'
import { loadAhead } from '@latchkey/kernel/chain'
import { isAddress, isSameAddress } from './address.js'
import { createCapabilities } from './capabilities.js'
import { readOptions, type SolanaOptions } from './readOptions.js'

const discovery = loadAhead('The list of Solana wallets', () => import('./lazy/startDiscovery.js'))

/**
 * Solana: every Wallet Standard wallet of the page, balances, signing, sign-in and sending.
 *
 * @throws KernelError `SOLANA_OPTIONS_INVALID` with every mistake of the options at once.
 * @example
 * createKernel([solana({ rpcUrls: { [solanaMainnet.id]: 'https://rpc.example' } })])
 */
export function solana(options?: SolanaOptions): Plugin {
  const networks = readOptions(options)
  return definePlugin({
    id: 'solana',
    kernel: '^1.0.0',
    requires: { clock: Clock, http: Http, log: Log },
    setup(context, { clock, http, log }) {
      context.add(Namespace, {
        id: 'solana',
        label: 'Solana',
        networks: [...networks.values()],
        isAddress,
        isSameAddress,
        capabilities: createCapabilities(networks, http, clock, log),
      })
      return {
        async start() {
          if (typeof window === 'undefined') return
          // Wallets can be looked for at any time: those that are there are asked to register again.
          const { startDiscovery } = await discovery()
          if (!context.signal.aborted) context.defer(startDiscovery(context, networks, clock, log))
        },
      }
    },
  })
}
