export { isAddress } from '../address.js'
export { token2022Program, tokenProgram, tokenPrograms } from '../lazy/tokenPrograms.js'
export { associatedTokenAddress } from './associatedTokenAddress.js'
export { readWire as readTransaction, type WireTransaction } from '../lazy/readWire.js'
