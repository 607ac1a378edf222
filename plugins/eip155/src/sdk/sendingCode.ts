// What prepares, signs and follows transactions: one file, because nearly all of its code is shared.
export { createCalls } from './calls/createCalls.js'
export { createAccountTools } from './createAccountTools.js'
export { createSend } from './send/createSend.js'
