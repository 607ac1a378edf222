import type { LogService } from '../platform/log.js'

/** No page has hundreds of wallets; a script that registers more wants to freeze it. */
const registrationLimit = 500

/** Each wallet is told once, and removed at most once. Those that were there before are told together. */
type Changed = (added: readonly unknown[], removed: readonly unknown[]) => void

/**
 * Finds wallets by the two window events of Wallet Standard, which make the order of loading irrelevant: wallets that are
 * there answer `app-ready`, wallets that come later announce themselves. What they register is not checked here.
 *
 * The package of the standard for this keeps its list in module state, which every kernel of the page would share; see
 * docs/decisions/solana-plugin.md.
 *
 * @returns what stops it. Where there is no page, as on a server, it finds nothing and does nothing.
 */
export function watchStandardWallets(log: LogService, changed: Changed): () => void {
  const registered = new Set<unknown>()
  let stopped = false
  let early: unknown[] | undefined = []

  const api = Object.freeze({
    register(...wallets: unknown[]) {
      const added = wallets.filter((wallet) => {
        const isNew = !stopped && !registered.has(wallet) && registered.size < registrationLimit
        if (isNew) registered.add(wallet)
        return isNew
      })
      if (registered.size >= registrationLimit) {
        log.debug(`Wallets after the first ${registrationLimit} were ignored.`)
      }
      if (early) early.push(...added)
      else if (added.length > 0) changed([...added], [])
      return () => {
        const removed = added.splice(0).filter((wallet) => registered.delete(wallet))
        if (removed.length === 0 || stopped) return
        if (early) early = early.filter((wallet) => !removed.includes(wallet))
        else changed([], removed)
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

  const page = findPage()
  page?.addEventListener('wallet-standard:register-wallet', hear)
  page?.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }))
  const there = early
  early = undefined
  if (there.length > 0) changed(there, [])
  return () => {
    stopped = true
    page?.removeEventListener('wallet-standard:register-wallet', hear)
    registered.clear()
  }
}

/** The window, or what a test put in its place. */
function findPage(): EventTarget | undefined {
  return typeof window === 'undefined' ? undefined : window
}
