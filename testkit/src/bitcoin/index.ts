export type { RecordedRequest, TestWalletControl } from '../wallet/behaviour.js'
export type { BitcoinFeatures, BitcoinStandardAccount, BitcoinTransactionInput } from './bitcoinFeatures.js'
export type { BitcoinPurpose } from './bitcoinKeys.js'
export type { BitcoinTestNetwork } from './bitcoinNetworks.js'
export {
  type BitcoinStandardWallet,
  type BitcoinTestWallet,
  type BitcoinTestWalletOptions,
  createBitcoinTestWallet,
} from './createBitcoinTestWallet.js'
export type { SatsConnectProvider, SatsConnectResponse } from './satsConnectProvider.js'
export type { UnisatProvider } from './unisatProvider.js'
