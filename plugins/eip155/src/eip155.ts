import {
  checkOptionNames,
  Clock,
  Connector,
  definePlugin,
  Http,
  lazy,
  Log,
  Namespace,
  type NamespaceContribution,
  type Plugin,
} from '@latchkey/kernel/plugin'
import { loadAhead } from '@latchkey/kernel/chain'
import { Session } from '@latchkey/kernel/wallet'
import { isAddress, isSameAddress } from './address.js'
import { createCapabilities } from './capabilities.js'
import { createClients, Eip155Client, type ClientOptions } from './clients.js'
import { Eip155Connections } from './connections.js'
import type { Exclusions } from './discover/startDiscovery.js'
import type { EvmChain } from './evmChain.js'
import { type RpcUrls, readNetworks } from './networks.js'

export interface Eip155Options extends ClientOptions {
  /** The chains of the app, the default one first. Chain objects of viem fit. */
  readonly networks: readonly EvmChain[]
  /**
   * Endpoints by CAIP-2 id or chain number, best first. They replace the chain's own, which are then used only to tell
   * a wallet how to add the chain.
   */
  readonly rpcUrls?: RpcUrls | undefined
  /** Look for announced wallets (EIP-6963). Default true. */
  readonly discovery?: boolean | undefined
  /** Offer `window.ethereum` as 'Browser Wallet' where no announced wallet explains it. Default true. */
  readonly injected?: boolean | undefined
  /** Wallets that are not offered, by reverse-domain id or by name, without case. */
  readonly exclude?: Exclusions | undefined
}

const discovery = loadAhead('The list of EVM wallets', () => import('./discover/startDiscovery.js'))

const names = {
  networks: true,
  rpcUrls: true,
  discovery: true,
  injected: true,
  exclude: true,
  batch: true,
  offchainNames: true,
  avatarHosts: true,
  ipfsGateway: true,
  history: true,
} satisfies Record<keyof Eip155Options, true>

/**
 * EVM chains: wallets announced by EIP-6963 or injected, networks, balances, signing and sending.
 *
 * @throws KernelError `EIP155_OPTIONS_INVALID` or `NETWORK_INVALID` when an option cannot be used.
 *
 * @example
 * createKernel([eip155({ networks: [mainnet, base], rpcUrls: { 1: ['https://rpc.example', 'https://spare.example'] } })])
 */
export function eip155(given: Eip155Options): Plugin {
  checkOptionNames('eip155', given, names, 'EIP155_OPTIONS_INVALID')
  // From code without types nothing may come.
  const options: Partial<Eip155Options> = given ?? {}
  const networks = readNetworks(options.networks, options.rpcUrls)
  return definePlugin({
    id: 'eip155',
    kernel: '^1.0.0',
    requires: { log: Log, clock: Clock, http: Http, session: Session },
    provides: [Eip155Client, Eip155Connections],
    setup(context, { log, clock, http, session }) {
      const clients = createClients(networks, options, { log, clock, signal: context.signal })
      const opener = lazy('The code for wallets', async () => {
        const { createOpener } = await import('./connect/walletCode.js')
        return createOpener({ networks, clock, log })
      })
      const namespace: NamespaceContribution = {
        id: 'eip155',
        label: { section: 'networks', key: 'evmNetworks', text: 'EVM networks' },
        networks: [...networks.values()].map(({ network }) => network),
        isAddress,
        isSameAddress,
        capabilities: createCapabilities({ networks, clients, clock, http, log, options }),
      }
      context.provide(Eip155Client, () => clients)
      context.provide(Eip155Connections, () => ({
        prepare: opener,
        connect: async (wallet, request) => (await opener()).connect(wallet, request),
        restore: async (wallet, request) => (await opener()).restore(wallet, request),
        listen: async (wallet, request) => (await opener()).listen(wallet, request),
      }))
      context.add(Namespace, namespace)
      return {
        async start() {
          if (typeof window === 'undefined') return
          const configured = context.list(Connector)
          // Wallets can be looked for at any time: those that are there are asked to announce themselves again.
          const { startDiscovery } = await discovery()
          if (context.signal.aborted) return
          startDiscovery({
            context,
            opener,
            log,
            clock,
            session,
            configured,
            announced: options.discovery !== false,
            injected: options.injected !== false,
            exclude: options.exclude ?? {},
          })
        },
      }
    },
  })
}
