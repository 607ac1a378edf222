'use client'
export { swap } from './swap.js'
export { swapMessages } from './swapMessages.js'
export { useSwap, type UseSwapResult } from './useSwap.js'
