import { ConnectorError } from '@latchkey/kernel/plugin'
import { networkIdOf } from '../../networks.js'
import type { CreateAdapter } from './adapter.js'
import { createUnisatReader, type UnisatProvider } from './createUnisatReader.js'
import { createUnisatWallet } from './createUnisatWallet.js'
import { listenToUnisatWallet } from './listenToUnisatWallet.js'

/** Wallets whose object is like that of UniSat: one address at a time, PSBTs in hex. */
export const createUnisatAdapter: CreateAdapter = (name, target) => {
  const provider = target as UnisatProvider
  const reader = createUnisatReader(name, provider)
  const { can, ask, read } = reader

  return {
    wallet: createUnisatWallet(name, provider, reader),
    connect: async () => read('requestAccounts', await ask('requestAccounts')),
    async restore() {
      if (!can('getAccounts')) return undefined
      const state = await read('getAccounts', await ask('getAccounts'))
      return state.accounts.length > 0 ? state : undefined
    },
    ...(can('switchChain') && {
      async switchNetwork({ chain, name: network }) {
        await ask('switchChain', `BITCOIN_${chain.toUpperCase()}`)
        const state = await read('getAccounts', await ask('getAccounts'))
        if (state.networkId === networkIdOf(chain)) return state
        throw new ConnectorError(`${name} did not switch to ${network}. Switch there in the wallet.`, {
          code: 'WALLET_NETWORK_UNCHANGED',
          parameters: { wallet: name, network },
        })
      },
    }),
    listen: (listener) => listenToUnisatWallet(provider, reader, listener),
    ...(can('disconnect') && {
      async disconnect() {
        await ask('disconnect')
      },
    }),
  }
}
