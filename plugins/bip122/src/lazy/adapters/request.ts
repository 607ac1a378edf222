import { type BitcoinChain, type BitcoinNetwork, networkIdOf } from '../../networks.js'
import type { CreateAdapter } from './adapter.js'
import {
  createRequestWalletReader,
  isDenied,
  isUnsupported,
  purposes,
  type RequestProvider,
} from './createRequestWalletReader.js'
import { listenToRequestWallet } from './listenToRequestWallet.js'
import { createLeatherWallet, createSatsConnectWallet } from './requestWallets.js'

/** sats-connect's name of a network: `Mainnet`. */
const nameOf = (chain: BitcoinChain) => chain.charAt(0).toUpperCase() + chain.slice(1)

/**
 * Wallets that take `request(method, params)` in the way of sats-connect, most of them listed by WBIP-004. Leather takes
 * the same methods with parameters after WBIP-006.
 */
export const createRequestAdapter: CreateAdapter = (name, target) => {
  const provider = target as RequestProvider
  const leather =
    provider.isLeather === true || target === (globalThis as { LeatherProvider?: unknown }).LeatherProvider

  const reader = createRequestWalletReader(name, provider, leather)
  const { ask, askFirst, stateOf, withNetwork } = reader

  return {
    wallet: (leather ? createLeatherWallet : createSatsConnectWallet)(name, provider, reader),
    async connect({ networks }) {
      const network = nameOf((networks[0] as BitcoinNetwork).chain)
      const message = 'Connect to this app'
      const asked = leather
        ? ([['getAddresses', { network: networks[0]?.chain }]] as const)
        : ([
            ['wallet_connect', { addresses: purposes, network, message }],
            ['getAccounts', { purposes, message }],
            ['getAddresses', { purposes, message }],
          ] as const)
      return withNetwork(await askFirst(asked))
    },
    async restore() {
      if (leather) return undefined
      try {
        const state = stateOf('wallet_getAccount', await ask('wallet_getAccount'))
        return await withNetwork(state)
      } catch (error) {
        if (isUnsupported(error) || isDenied(error)) return undefined
        throw error
      }
    },
    ...(!leather && {
      refresh: async () => withNetwork(stateOf('wallet_getAccount', await ask('wallet_getAccount'))),
      async switchNetwork({ chain }) {
        await ask('wallet_changeNetwork', { name: nameOf(chain) })
        const state = stateOf('wallet_getAccount', await ask('wallet_getAccount'))
        return { ...state, networkId: networkIdOf(chain) }
      },
    }),
    listen: (listener) => listenToRequestWallet(provider, reader, listener),
    async disconnect() {
      if (leather) return
      try {
        await ask('wallet_disconnect')
      } catch (error) {
        if (!isUnsupported(error) && !isDenied(error)) throw error
      }
    },
  }
}
