export { createOpener } from './openConnection.js'
export { signMessage } from './signMessage.js'
export { signPayload } from './signPayload.js'
