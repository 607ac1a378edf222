export { type OpenId, type OpenIdOptions, startOpenId } from './startOpenId.js'
export { answerOf, signInAt } from './signInAt.js'
