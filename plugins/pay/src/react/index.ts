'use client'

export { exchangeDeposits } from './exchangeDeposits.js'
export { pay } from './pay.js'
export { useAvailableExchanges } from './useAvailableExchanges.js'
export { usePay, type UsePayResult } from './usePay.js'
