export { createOpener } from './openConnection.js'
export { signMessage } from './signMessage.js'
export { signListedPayload } from './signListedPayload.js'
