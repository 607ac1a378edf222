export { AccountDetails } from '../buttons/AccountDetails.js'
export { default as ConnectingExternal } from '../views/ConnectingExternalView.js'
