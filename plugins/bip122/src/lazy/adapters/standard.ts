import type { StandardWallet } from '../standardWallet.js'
import type { CreateAdapter } from './adapter.js'
import { createStandardReader } from './createStandardReader.js'
import { createStandardWallet } from './createStandardWallet.js'
import { listenToStandardWallet } from './listenToStandardWallet.js'

/** Wallets of Wallet Standard with the features `bitcoin:*`. They name chains and have no current one. */
export const createStandardAdapter: CreateAdapter = (name, target) => {
  const wallet = target as StandardWallet
  const reader = createStandardReader(name, wallet)
  const { has, ask, connect, restore } = reader

  return {
    wallet: createStandardWallet(name, wallet, reader),
    connect,
    restore,
    listen: (listener) => listenToStandardWallet(wallet, reader, listener),
    async disconnect() {
      const feature = ['bitcoin:disconnect', 'standard:disconnect'].find(has)
      if (feature !== undefined) await ask(feature, 'disconnect')
    },
  }
}
