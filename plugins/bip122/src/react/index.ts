'use client'

export { usePsbtSigner } from './usePsbtSigner.js'
export type { PsbtSigner } from './usePsbtSigner.js'
