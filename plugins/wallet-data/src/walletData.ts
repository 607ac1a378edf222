import {
  Clock,
  definePlugin,
  Http,
  type HttpService,
  lazy,
  Log,
  type NetworkId,
  type Plugin,
  type PluginContext,
} from '@latchkey/kernel/plugin'
import {
  Identities,
  namespaceOf,
  OwnedCollectibles,
  Activity,
  Collectibles,
  Holdings,
  NameRegistry,
  Names,
  Prices,
  ServicePrices,
} from '@latchkey/kernel/contracts'
import { TransactionSettled } from '@latchkey/kernel/transaction'
import { Wallets } from '@latchkey/kernel/wallet'
import type { Providers } from './lazy/createProviders.js'
import type { Service } from './lazy/service/createService.js'
import { readServiceOptions, type ServiceOptions, type WalletDataOptions } from './options.js'
import { AnalyticsSink } from './tokens/analyticsSink.js'
import { HostedDirectory } from './tokens/hostedDirectory.js'

/**
 * What accounts hold and did, what they are called and what things are worth. Without options all of it is read from
 * the chains themselves; with `url`, from a wallet-data service, for which the chains stand in while it does not work.
 *
 * @throws KernelError `WALLET_DATA_OPTIONS_INVALID`
 *
 * @example
 * createKernel([eip155({ networks: [mainnet] }), walletData()])
 *
 * @example
 * // Further tokens, for chains that cannot list what an account holds.
 * walletData({ tokens: { 'eip155:1': [{ address: '0x…', symbol: 'OWN', decimals: 18 }] } })
 *
 * @example
 * walletData({ url: 'https://data.example', projectId: '…' })
 */
export function walletData(options: WalletDataOptions = {}): Plugin {
  const serviceOptions = readServiceOptions(options)
  const { nameZone, analytics } = serviceOptions ?? {}
  return definePlugin({
    id: 'walletData',
    kernel: '^1.0.0',
    requires: { clock: Clock, log: Log, http: Http, wallets: Wallets },
    provides: [
      Holdings,
      Activity,
      Prices,
      ...(serviceOptions ? [ServicePrices] : []),
      Names,
      Collectibles,
      ...(nameZone === undefined ? [] : [NameRegistry]),
      ...(serviceOptions?.directory ? [HostedDirectory] : []),
      ...(analytics ? [AnalyticsSink] : []),
    ],
    yields: [Prices],
    setup(context, tools) {
      let loaded: Providers | undefined
      const load = lazy('The code for wallet data', async () => {
        const { createProviders } = await import('./lazy/createProviders.js')
        loaded = await createProviders({ ...tools, context, options, serviceOptions })
        return loaded
      })
      const { wallets } = tools
      const knowsNames = (networkId: NetworkId) => {
        const names = wallets.chain(networkId, Identities)
        return names !== undefined && (names.supports?.(networkId) ?? true)
      }
      const mayAsk = (networkId: NetworkId) =>
        serviceOptions !== undefined && (serviceOptions.networks?.includes(networkId) ?? true)

      context.provide(Holdings, () => ({ read: async (request) => (await load()).holdings.read(request) }))
      context.provide(Activity, () => ({ read: async (request) => (await load()).activity.read(request) }))
      context.provide(Names, () => ({
        supports: (networkId) => mayAsk(networkId) || knowsNames(networkId),
        lookup: async (request) => (await load()).names.lookup(request),
        resolve: async (request) => (await load()).names.resolve(request),
        find: async (request) => (await load()).names.find(request),
      }))
      providePrices(context, serviceOptions !== undefined, async () => (await load()).prices)
      context.provide(Collectibles, () => ({
        supports: (networkId) =>
          wallets.chain(networkId, OwnedCollectibles) !== undefined ||
          (mayAsk(networkId) && loaded?.service?.collectibles.isServed() !== false),
        read: async (request) => (await load()).collectibles.read(request),
      }))
      if (serviceOptions) provideHosted(context, serviceOptions, tools.http, load)
      // Before a listener of the event can read again.
      context.on(TransactionSettled, (decided) => loaded?.settled(decided))
    },
  })
}

/** What only a service has: each part the host asks for has a token of its own. */
function provideHosted(
  context: PluginContext,
  options: ServiceOptions,
  http: HttpService,
  load: () => Promise<Providers>,
): void {
  const service = async () => (await load()).service as Service
  const { nameZone, analytics, directory, url, imageOrigins = [] } = options
  if (nameZone !== undefined) {
    const registry = async () => (await service()).registry as NonNullable<Service['registry']>
    context.provide(NameRegistry, () => ({
      zone: nameZone,
      // The contract knows coin types of EVM networks only (ENSIP-11).
      supports: (networkId) => namespaceOf(networkId) === 'eip155',
      suggest: async (part, signal) => (await registry()).suggest(part, signal),
      owned: async (address, signal) => (await registry()).owned(address, signal),
      register: async (request) => (await registry()).register(request),
    }))
  }
  if (directory) {
    context.provide(HostedDirectory, () => ({
      imageOrigins: [new URL(url).origin, ...imageOrigins],
      read: async (query) => (await service()).directory.read(query),
    }))
  }
  if (analytics) {
    context.provide(AnalyticsSink, () => ({
      send: async (events, signal) => (await service()).analytics.send(events, signal),
      ready: async () => void (await Promise.all([load(), http.ready?.()])),
    }))
  }
}

/** A chain knows no prices. Another plugin's sources come before the service, which is then one of them. */
function providePrices(
  context: PluginContext,
  hasService: boolean,
  load: () => Promise<Providers['prices']>,
): void {
  for (const token of hasService ? [Prices, ServicePrices] : [Prices]) {
    context.provide(token, () => ({ read: async (request) => (await load()).read(request) }))
  }
}
