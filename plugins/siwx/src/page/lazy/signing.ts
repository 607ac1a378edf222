export { goBack } from './goBack.js'
export { prepareOnConnect } from './prepareOnConnect.js'
export { signIn } from './signIn.js'
