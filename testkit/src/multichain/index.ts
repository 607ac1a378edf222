export {
  createMultichainTestWallet,
  type MultichainTestWallet,
  type MultichainTestWalletOptions,
} from './createMultichainTestWallet.js'
