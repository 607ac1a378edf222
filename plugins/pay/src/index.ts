export type { Bill } from './bill/Bill.js'
