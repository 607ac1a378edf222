import type { EvmTestProvider } from './provider.js'

/** What a wallet says about itself (EIP-6963). */
export interface ProviderInfo {
  readonly uuid: string
  readonly name: string
  /** A data URI. */
  readonly icon: string
  readonly rdns: string
}

/**
 * Announces a provider by EIP-6963: now, and whenever a page asks. Returns the function that stops it.
 */
export function announce(info: ProviderInfo, provider: EvmTestProvider): () => void {
  const detail = Object.freeze({ info: Object.freeze({ ...info }), provider })
  const say = (): void => {
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  }
  window.addEventListener('eip6963:requestProvider', say)
  say()
  return () => window.removeEventListener('eip6963:requestProvider', say)
}
