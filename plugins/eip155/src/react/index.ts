'use client'

export type { EvmPublicClient, EvmWalletClient } from '../evmWalletClient.js'
export { usePublicClient } from './usePublicClient.js'
export type { UseClientResult } from './useClientResult.js'
export { useSignTypedData } from './useSignTypedData.js'
export type { SignTypedDataVariables } from './useSignTypedData.js'
export { useWalletClient } from './useWalletClient.js'
