export { type OpenId, type OpenIdOptions, startOpenId } from './startOpenId.js'
export { signInAt } from './signInAt.js'
