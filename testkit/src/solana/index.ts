export type { RecordedRequest, TestWalletControl } from '../wallet/behaviour.js'
export {
  createSolanaTestWallet,
  type SolanaStandardWallet,
  type SolanaTestChain,
  type SolanaTestWallet,
  type SolanaTestWalletOptions,
  type StandardAccount,
} from './createSolanaTestWallet.js'
export type { SolanaSignInInput } from './signInText.js'
export type {
  SignedSolanaMessage,
  SolanaFeatures,
  SolanaMessageInput,
  SolanaTransactionInput,
} from './solanaFeatures.js'
