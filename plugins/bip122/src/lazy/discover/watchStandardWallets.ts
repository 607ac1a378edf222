import type { LogService } from '@latchkey/kernel/plugin'

/** No page has hundreds of wallets; a script that registers more wants to freeze it. */
const registrationLimit = 500

/**
 * Keeps the set of wallets registered by the two window events of Wallet Standard, which make the order of loading
 * irrelevant. Returns the function that stops it.
 */
export function watchStandardWallets(
  wallets: Set<unknown>,
  changed: () => void,
  log: LogService,
): () => void {
  let stopped = false
  const api = Object.freeze({
    register(...given: unknown[]) {
      const own = given.filter((wallet) => {
        const fresh = !stopped && !wallets.has(wallet) && wallets.size < registrationLimit
        if (fresh) wallets.add(wallet)
        return fresh
      })
      if (own.length > 0) changed()
      return () => {
        const gone = own.splice(0).filter((wallet) => wallets.delete(wallet))
        if (gone.length > 0 && !stopped) changed()
      }
    },
  })
  const hear = (event: Event) => {
    try {
      ;(event as CustomEvent<(api: unknown) => void>).detail(api)
    } catch (error) {
      log.debug('A wallet registration was ignored: it does not follow Wallet Standard.', error)
    }
  }
  window.addEventListener('wallet-standard:register-wallet', hear)
  window.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }))
  return () => {
    stopped = true
    window.removeEventListener('wallet-standard:register-wallet', hear)
    wallets.clear()
  }
}
