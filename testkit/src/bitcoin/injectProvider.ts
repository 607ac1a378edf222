import type { WalletIdentity } from '../wallet/walletOptions.js'
import type { SatsConnectProvider } from './satsConnectProvider.js'

/** An entry of `window.btc_providers` (WBIP-004). */
export interface BitcoinProviderEntry {
  /** Dotted path of the provider below window. */
  readonly id: string
  readonly name: string
  readonly icon: string
  readonly webUrl: string
  readonly methods: readonly string[]
}

declare global {
  interface Window {
    btc_providers?: unknown[]
  }
}

/**
 * Lists a provider in `window.btc_providers` and puts it where the entry says. Returns the function that takes
 * both back.
 */
export function injectProvider(
  identity: WalletIdentity,
  provider: SatsConnectProvider,
  methods: readonly string[],
): () => void {
  const id = `${identity.id}.BitcoinProvider`
  const entry: BitcoinProviderEntry = {
    id,
    name: identity.name,
    icon: identity.icon,
    webUrl: location.origin,
    methods,
  }
  const leave = setGlobal(identity.id, { BitcoinProvider: provider })
  window.btc_providers = [...(window.btc_providers ?? []), entry]
  return () => {
    leave()
    window.btc_providers = (window.btc_providers ?? []).filter((candidate) => candidate !== entry)
  }
}

/** Sets a property of window and returns the function that puts back what was there. */
export function setGlobal(name: string, value: unknown): () => void {
  const before = Object.getOwnPropertyDescriptor(window, name)
  Object.defineProperty(window, name, { configurable: true, enumerable: true, writable: true, value })
  return () => {
    if (before) Object.defineProperty(window, name, before)
    else Reflect.deleteProperty(window, name)
  }
}
