'use client'

export type { KitSigner } from '../kit/createKitSigner.js'
export { useKitSigner } from './useKitSigner.js'
export { useSolanaRpc } from './useSolanaRpc.js'
export type { SolanaKitRpc } from '../kit/createKitRpc.js'
