export { frameWallet } from './frameWallet.js'
