export { SolanaCalls } from './calls.js'
export type {
  SolanaCall,
  SolanaCallAccount,
  SolanaCosignedTransaction,
  SolanaInstruction,
} from './calls.js'
export { loadSolanaTokens } from './loadSolanaTokens.js'
export type { SolanaTokens } from './loadSolanaTokens.js'
export { solana } from './solana.js'
export type { SolanaOptions } from './readOptions.js'
export { SolanaProvider } from './provider.js'
export type { SolanaWallet } from './provider.js'
export { defineSolanaNetwork } from './defineSolanaNetwork.js'
export type { SolanaNetworkDefinition } from './defineSolanaNetwork.js'
export {
  currentNetworkId,
  deprecatedNetworkIds,
  solanaDevnet,
  solanaMainnet,
  solanaTestnet,
} from './networks.js'
export type { SolanaCommitment, SolanaNetwork, WalletStandardChain } from './networks.js'
export { SignAllTransactions } from './signAllTransactions.js'
export type { SignAllTransactionsCapability, SignAllTransactionsRequest } from './signAllTransactions.js'
export { SignAndSendTransaction } from './signAndSendTransaction.js'
export type {
  SendTransactionOptions,
  SignAndSendTransactionCapability,
  SignAndSendTransactionRequest,
} from './signAndSendTransaction.js'
export { SignIn } from './signIn.js'
export type { SignedIn, SignInCapability, SignInRequest } from './signIn.js'
