import { copyList } from '@latchkey/kernel/chain'
import type { ListenRequest } from '@latchkey/kernel/contracts'
import type { LogService } from '@latchkey/kernel/plugin'
import type { AnnouncedWallet } from './announcedWallet.js'

/** Listens to a wallet that shares nothing, until its own list of accounts is filled (Wallet Standard, `standard:events`). */
export function listenToHidden(
  { name, wallet }: AnnouncedWallet,
  log: LogService,
  { signal, onShared }: ListenRequest,
): void {
  if (signal.aborted) return
  const changed = () => {
    try {
      // A list that can't be read counts as well: asking for it prompts nobody.
      if (copyList(wallet.accounts, 0) === undefined) onShared()
    } catch (error) {
      log.debug(`An event of "${name}" was ignored.`, error)
    }
  }
  const off = wallet.features['standard:events']?.on('change', changed)
  const stop = () => {
    try {
      off?.()
    } catch (error) {
      log.debug(`"${name}" failed to remove a listener.`, error)
    }
  }
  signal.addEventListener('abort', stop, { once: true })
}
