import { installConfigured } from '../wallet/installConfigured.js'
import { createSolanaTestWallet } from './createSolanaTestWallet.js'

installConfigured('solana', (configuration) => {
  const wallet = createSolanaTestWallet(configuration)
  wallet.register()
  return wallet
})
