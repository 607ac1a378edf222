export {
  createEvmTestWallet,
  type EvmTestWallet,
  type EvmTestWalletOptions,
} from './evm/createEvmTestWallet.js'
export { ProviderRpcError } from './evm/providerRpcError.js'
