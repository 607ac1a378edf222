export {
  type EmbeddedWalletStack,
  type EmbeddedWalletStackOptions,
  startEmbeddedWallet,
} from './startEmbeddedWallet.js'
