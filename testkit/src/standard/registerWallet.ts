/** What a page hands to a wallet so that it can register (Wallet Standard). */
export interface RegistrationApi {
  register(...wallets: readonly unknown[]): () => void
}

/**
 * Registers a wallet by the Wallet Standard's window events, whichever side came first. Returns the function
 * that takes it back from every page script it registered with.
 */
export function registerWallet(wallet: unknown): () => void {
  const unregister: (() => void)[] = []
  const callback = (api: RegistrationApi) => {
    unregister.push(api.register(wallet))
  }
  const onReady = (event: Event) => callback((event as CustomEvent<RegistrationApi>).detail)
  window.addEventListener('wallet-standard:app-ready', onReady)
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: callback }))
  return () => {
    window.removeEventListener('wallet-standard:app-ready', onReady)
    for (const leave of unregister.splice(0)) leave()
  }
}
