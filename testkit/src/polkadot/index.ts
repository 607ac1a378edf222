export type { RecordedRequest, TestWalletControl } from '../wallet/behaviour.js'
export {
  createPolkadotTestWallet,
  type InjectedPolkadot,
  type InjectedPolkadotAccount,
  type PolkadotTestWallet,
  type PolkadotTestWalletOptions,
} from './createPolkadotTestWallet.js'
export type { PolkadotSignature, PolkadotSigner } from './createSigner.js'
