/** What stands in the first list of wallets, and finds one wallet for a button, in one module that stays small. */
export { findWallet } from './findWallet.js'
export { default as RecommendedWallets } from './RecommendedWallets.js'
export { default as WalletCount } from './WalletCount.js'
