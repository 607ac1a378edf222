/** What asks wallets, and links for them: small, and loaded with the first connection. */
export { createPaymentLink } from './createPaymentLink.js'
export { createOpener } from './openConnection.js'
export { remoteAdapter } from './remoteWallet.js'
export { signMessage } from './signMessage.js'
export { signListedPayload } from './signListedPayload.js'
