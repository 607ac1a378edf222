import { installConfigured } from '../wallet/installConfigured.js'
import { createPolkadotTestWallet } from './createPolkadotTestWallet.js'

installConfigured('polkadot', (configuration) => {
  const wallet = createPolkadotTestWallet(configuration)
  wallet.inject()
  return wallet
})
