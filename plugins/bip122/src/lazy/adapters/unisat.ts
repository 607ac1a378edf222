import { ConnectorError } from '@latchkey/kernel/plugin'
import { networkIdOf } from '../../networks.js'
import type { CreateAdapter } from './adapter.js'
import { createUnisatReader, type UnisatProvider } from './createUnisatReader.js'
import { createUnisatWallet } from './createUnisatWallet.js'
import { listenToUnisatWallet } from './listenToUnisatWallet.js'

/** Milliseconds to wait for accounts again: of a wallet that changes its network, and of any other. */
const movingPauses: readonly number[] = [100, 300, 900, 2_000]
const usualPauses: readonly number[] = [300]

/** Wallets whose object is like that of UniSat: one address at a time, PSBTs in hex. */
export const createUnisatAdapter: CreateAdapter = (name, target, clock) => {
  const provider = target as UnisatProvider
  const reader = createUnisatReader(name, provider, clock)
  const { can, ask, read } = reader
  let pauses = usualPauses

  return {
    wallet: createUnisatWallet(name, provider, reader),
    connect: async () => read('requestAccounts', await ask('requestAccounts')),
    async restore() {
      if (!can('getAccounts')) return undefined
      const state = await read('getAccounts', await ask('getAccounts'))
      return state.accounts.length > 0 ? state : undefined
    },
    ...(can('getAccounts') && {
      async refresh(signal) {
        const state = await reader.readSettled(pauses, signal)
        pauses = usualPauses
        return state
      },
    }),
    ...(can('switchChain') && {
      async switchNetwork({ chain, name: network }) {
        await ask('switchChain', `BITCOIN_${chain.toUpperCase()}`)
        const state = await reader.readSettled(movingPauses)
        if (state.accounts.length === 0) throw noAccountsYet(name, network)
        if (state.networkId === networkIdOf(chain)) return state
        throw new ConnectorError(`${name} did not switch to ${network}. Switch there in the wallet.`, {
          code: 'WALLET_NETWORK_UNCHANGED',
          parameters: { wallet: name, network },
        })
      },
    }),
    listen: (listener) =>
      listenToUnisatWallet(provider, listener, () => {
        pauses = movingPauses
      }),
    ...(can('disconnect') && {
      async disconnect() {
        await ask('disconnect')
      },
    }),
  }
}

function noAccountsYet(wallet: string, network: string): ConnectorError {
  const sentence = `${wallet} shares no account while it changes to ${network}. Look whether it’s locked, and try again.`
  return new ConnectorError(sentence, { code: 'WALLET_NO_ACCOUNTS', parameters: { wallet, network } })
}
