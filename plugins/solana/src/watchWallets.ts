import type { LogService } from '@latchkey/kernel/plugin'

/** No page has hundreds of wallets; a script that registers more wants to freeze it. */
const registrationLimit = 500

export interface WalletWatcher {
  /** A wallet registered. What it returns runs when that wallet unregisters. */
  found(wallet: unknown): () => void
}

/**
 * Finds wallets by the two window events of Wallet Standard, which make the order of loading irrelevant: wallets that
 * are there answer `app-ready`, wallets that come later announce themselves. Returns the function that stops it.
 *
 * The package of the standard for this keeps its list in module state, shared by every kernel of the page; see
 * docs/decisions/solana-plugin.md.
 */
export function watchWallets(log: LogService, { found }: WalletWatcher): () => void {
  const registered = new Map<unknown, () => void>()
  let stopped = false

  const registerOne = (wallet: unknown): (() => void) => {
    if (stopped || registered.has(wallet)) return () => {}
    if (registered.size >= registrationLimit) {
      log.debug(`Wallets after the first ${registrationLimit} were ignored.`)
      return () => {}
    }
    const lost = found(wallet)
    registered.set(wallet, lost)
    return () => {
      if (!registered.delete(wallet) || stopped) return
      lost()
    }
  }

  const api = Object.freeze({
    register: (...wallets: unknown[]) => {
      const removals = wallets.slice(0, registrationLimit).map(registerOne)
      return () => {
        for (const remove of removals) remove()
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
    registered.clear()
  }
}
