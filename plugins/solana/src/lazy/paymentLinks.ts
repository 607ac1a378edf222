export { createPaymentLink } from './createPaymentLink.js'
export { readPaymentLink } from './readPaymentLink.js'
