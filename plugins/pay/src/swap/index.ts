export { paymentSwaps } from './paymentSwaps.js'
