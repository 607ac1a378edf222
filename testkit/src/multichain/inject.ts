import { installConfigured } from '../wallet/installConfigured.js'
import { createMultichainTestWallet } from './createMultichainTestWallet.js'

installConfigured('multichain', (configuration) => {
  const wallet = createMultichainTestWallet(configuration)
  wallet.announce()
  return wallet
})
