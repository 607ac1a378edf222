import type { EvmTestProvider } from './provider.js'

/**
 * Sets window.ethereum, as wallets did before EIP-6963, and says so with `ethereum#initialized`. Returns
 * the function that puts back what was there, unless another wallet has taken the place since.
 */
export function injectAsWindowEthereum(provider: EvmTestProvider): () => void {
  const before = Object.getOwnPropertyDescriptor(window, 'ethereum')
  Object.defineProperty(window, 'ethereum', { value: provider, configurable: true, writable: true })
  window.dispatchEvent(new Event('ethereum#initialized'))
  return () => {
    if (Reflect.get(window, 'ethereum') !== provider) return
    if (before) Object.defineProperty(window, 'ethereum', before)
    else Reflect.deleteProperty(window, 'ethereum')
  }
}
