export { walletDirectory } from './walletDirectory.js'
