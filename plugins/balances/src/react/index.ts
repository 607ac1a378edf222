'use client'

export { balances } from './balances.js'
export { useBalances } from './useBalances.js'
export type { UseBalancesResult } from './useBalances.js'
export { useHoldings } from './useHoldings.js'
export type { HoldingsOrder, UseHoldingsOptions, UseHoldingsResult } from './useHoldings.js'
