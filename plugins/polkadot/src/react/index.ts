'use client'

export { useInjectedSigner } from './useInjectedSigner.js'
export type { AccountSigner } from './createAccountSigner.js'
