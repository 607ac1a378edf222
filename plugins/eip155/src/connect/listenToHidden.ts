import type { ListenRequest } from '@latchkey/kernel/contracts'
import type { LogService } from '@latchkey/kernel/plugin'
import type { Eip1193Provider } from '../provider.js'
import { listenToWallet } from './listenToWallet.js'

/**
 * Listens to a wallet that shares nothing, until it tells accounts (EIP-1193). Accounts that can't be read count as well: asking for
 * them prompts nobody.
 */
export function listenToHidden(
  provider: Eip1193Provider,
  name: string,
  log: LogService,
  { signal, onShared }: ListenRequest,
): void {
  if (signal.aborted) return
  const nothing = () => {}
  const stop = listenToWallet(provider, name, log, {
    showAccounts: onShared,
    unclear: onShared,
    ...{ hidden: nothing, moveTo: nothing, unreachable: nothing },
  })
  signal.addEventListener('abort', stop, { once: true })
}
