export { signAndSend } from './signAndSend.js'
export { signIn } from './signIn.js'
export { signMessage } from './signMessage.js'
export { signTransactions } from './signTransactions.js'
