import { Clock, definePlugin, Http, Log, Namespace, type Plugin } from '@latchkey/kernel/plugin'
import { loadAhead } from '@latchkey/kernel/chain'
import { Session } from '@latchkey/kernel/wallet'
import { isSameAddress, parseAddress } from './address.js'
import { createCapabilities } from './capabilities.js'
import { createLazySource } from './lazySource.js'
import { unknownNetwork, chainOf, familyOf } from './networks.js'
import { type Bip122Options, readOptions } from './readOptions.js'
import { UtxoSource } from './utxoSource.js'

const discovery = loadAhead('The list of Bitcoin wallets', () => import('./lazy/startDiscovery.js'))

/**
 * Bitcoin: wallets of Wallet Standard, of WBIP-004 and injected ones, balances, signing and sending.
 *
 * @throws KernelError `BIP122_OPTIONS_INVALID` with every mistake of the options at once.
 * @example
 * createKernel([bip122({ esploraUrls: { [bitcoinMainnet.id]: ['https://esplora.example', 'https://spare.example'] } })])
 */
export function bip122(options: Bip122Options = {}): Plugin {
  const networks = readOptions(options)
  const given = options.source
  const own = given !== false
  return definePlugin({
    id: 'bip122',
    kernel: '^1.0.0',
    requires: { http: Http, log: Log, clock: Clock, session: Session, ...(own ? {} : { UtxoSource }) },
    provides: own ? [UtxoSource] : [],
    setup(context, { http, log, clock, session }) {
      if (own) context.provide(UtxoSource, () => given ?? createLazySource(networks, http, log))
      const families = [...networks.values()].map(familyOf)
      context.add(Namespace, {
        id: 'bip122',
        label: 'Bitcoin',
        networks: [...networks.values()],
        // Typed, an address of a network that the app does not use is a mistake that costs money.
        isAddress(value, networkId) {
          const chain = networkId && chainOf(networkId)
          // Where a wallet stands on a network that nobody here knows, its addresses are its own.
          if (networkId?.startsWith(unknownNetwork)) return parseAddress(value) !== undefined
          const usable = networkId ? [chain && familyOf({ chain })] : families
          return parseAddress(value)?.families.some((family) => usable.includes(family)) === true
        },
        isSameAddress,
        capabilities: createCapabilities({ networks, source: () => context.get(UtxoSource), clock, log }),
        defaultAccountKind: 'payment',
      })
      return {
        async start() {
          if (typeof window === 'undefined') return
          // Wallets can be looked for at any time: those that announce themselves are asked to do it again.
          const { startDiscovery } = await discovery()
          if (!context.signal.aborted) startDiscovery({ context, networks, clock, log, session })
        },
      }
    },
  })
}
