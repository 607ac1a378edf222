import { installConfigured } from '../wallet/installConfigured.js'
import { createBitcoinTestWallet } from './createBitcoinTestWallet.js'

installConfigured('bitcoin', (configuration) => {
  const wallet = createBitcoinTestWallet(configuration)
  wallet.register()
  wallet.injectProvider()
  for (const name of configuration.unisatNames ?? []) wallet.injectUnisat(name)
  return wallet
})
