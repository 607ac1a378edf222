/** What builds transactions, in one file beside the SDK, which all of it needs. */
export { createCalls } from './calls/createCalls.js'
export { createSender } from './send/createSender.js'
