import {
  Clock,
  definePlugin,
  findCapability,
  Identities,
  lazy,
  Log,
  Namespace,
  namespaceOf,
  type NetworkId,
  type Plugin,
} from '@latchkey/kernel/plugin'
import type { Providers } from './lazy/createProviders.js'
import type { WalletDataOptions } from './options.js'
import { Activity } from './tokens/activity.js'
import { Collectibles } from './tokens/collectibles.js'
import { Holdings } from './tokens/holdings.js'
import { Names } from './tokens/names.js'
import { Prices } from './tokens/prices.js'
import { TransactionSettled } from './tokens/sentTransactions.js'

/**
 * What accounts hold and did, and what they are called, read from the chains themselves.
 *
 * @example
 * createKernel([eip155({ networks: [mainnet] }), walletData()])
 *
 * @example
 * // Further tokens, for chains that cannot list what an account holds.
 * walletData({ tokens: { 'eip155:1': [{ address: '0x…', symbol: 'OWN', decimals: 18 }] } })
 */
export function walletData(options: WalletDataOptions = {}): Plugin {
  return definePlugin({
    id: 'walletData',
    kernel: '^1.0.0',
    requires: { clock: Clock, log: Log },
    provides: [Holdings, Activity, Prices, Names, Collectibles],
    setup(context, { clock, log }) {
      let loaded: Providers | undefined
      const load = lazy('The code for wallet data', async () => {
        const { createProviders } = await import('./lazy/createProviders.js')
        loaded = createProviders({ context, clock, log, options })
        return loaded
      })
      const knowsNames = (networkId: NetworkId) => {
        const namespace = context.list(Namespace).find(({ id }) => id === namespaceOf(networkId))
        const names = namespace && findCapability(namespace.capabilities, Identities)
        return names !== undefined && (names.supports?.(networkId) ?? true)
      }
      context.provide(Holdings, () => ({ read: async (request) => (await load()).holdings.read(request) }))
      context.provide(Activity, () => ({ read: async (request) => (await load()).activity.read(request) }))
      context.provide(Names, () => ({
        supports: knowsNames,
        lookup: async (request) => (await load()).names.lookup(request),
        resolve: async (request) => (await load()).names.resolve(request),
      }))
      context.provide(Prices, () => ({ read: () => Promise.resolve(undefined) }))
      context.provide(Collectibles, () => ({
        supports: () => false,
        read: async (request) => (await load()).collectibles.read(request),
      }))
      // Before anybody who hears of it can read again.
      context.on(TransactionSettled, ({ address, record: { networkId } }) => {
        loaded?.forget({ networkId, address })
      })
    },
  })
}
