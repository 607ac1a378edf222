import type { ListenRequest } from '@latchkey/kernel/contracts'
import type { LogService } from '@latchkey/kernel/plugin'
import type { WalletAdapter } from './adapters/adapter.js'

/**
 * Listens to a wallet of any dialect that shares nothing, until it tells something else. What can't be read, or says that something
 * changed and not what, counts as well: asking for accounts prompts nobody.
 */
export function listenToHidden(
  adapter: WalletAdapter,
  name: string,
  log: LogService,
  { signal, onShared }: ListenRequest,
): void {
  if (signal.aborted) return
  const failed = (error: unknown) => log.debug(`An event of "${name}" was ignored.`, error)
  const stop = adapter.listen({
    hear(read) {
      if (!isNothing(read, failed)) onShared()
    },
    doubt(otherwise) {
      if (otherwise !== 'end') onShared()
    },
    failed,
  })
  signal.addEventListener('abort', stop, { once: true })
}

function isNothing(
  read: () => { readonly accounts: readonly unknown[] },
  failed: (error: unknown) => void,
): boolean {
  try {
    return read().accounts.length === 0
  } catch (error) {
    failed(error)
    return false
  }
}
