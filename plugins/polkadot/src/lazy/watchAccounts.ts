import type { LogService } from '@latchkey/kernel/plugin'
import type { PolkadotWallet } from '../provider.js'

export interface WatchAccountsOptions {
  readonly injected: PolkadotWallet
  readonly name: string
  readonly log: LogService
  /** Told every list the wallet gives. */
  accept(value: unknown): void
}

/**
 * Follows the wallet's list. A wallet without `subscribe` is asked again whenever the person comes back to the page,
 * which is when the list can have changed. Returns the function that stops it.
 */
export function watchAccounts({ injected, name, log, accept }: WatchAccountsOptions): () => void {
  const { accounts } = injected
  if (typeof accounts.subscribe !== 'function') {
    const askAgain = () =>
      void Promise.resolve()
        .then(() => accounts.get())
        .then(accept)
        .catch((error: unknown) => log.debug(`"${name}" did not tell its accounts.`, error))
    window.addEventListener('focus', askAgain)
    return () => window.removeEventListener('focus', askAgain)
  }
  const stop: unknown = accounts.subscribe(accept)
  return () => {
    // Some wallets answer a promise of the function.
    const off = async () => {
      const found = typeof stop === 'function' ? stop : await stop
      if (typeof found === 'function') found()
    }
    off().catch((error: unknown) => log.debug(`"${name}" failed to remove a listener.`, error))
  }
}
