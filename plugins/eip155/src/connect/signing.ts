export { signMessage } from './signMessage.js'
export { signTypedData } from './signTypedData.js'
