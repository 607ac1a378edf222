import type { Amount } from '../../contracts/capabilities/amount.js'

/** An amount of the example's coin. */
export const coins = (value: bigint): Amount => ({ value, decimals: 6, symbol: 'EX' })
