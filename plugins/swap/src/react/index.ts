'use client'
export { swap } from './swap.js'
export { useSwap, type UseSwapResult } from './useSwap.js'
