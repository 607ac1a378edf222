export { withWalletCalls, type WalletCallsOptions } from './withWalletCalls.js'
