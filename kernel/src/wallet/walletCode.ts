// What talks to wallets, in one file that is loaded when the kernel starts: a wallet must open within the user's click.
export { createApprovals } from './approvals.js'
export { createBalanceReader } from './createBalanceReader.js'
export { createNetworkActions } from './createNetworkActions.js'
export { createSessionActions } from './session/sessionActions.js'
export { createWalletReader } from './createWalletReader.js'
export { guardProvider } from './guardProvider.js'
