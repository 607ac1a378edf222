import { readField } from '@latchkey/kernel/chain'
import type { LogService, NetworkId } from '@latchkey/kernel/plugin'
import type { Eip1193Provider } from '../provider.js'
import { readAccounts, readNetworkId } from './answers.js'
import { listenToProvider } from './listenToProvider.js'

/** What a wallet's events mean for its connection. */
export interface WalletEvents {
  showAccounts(addresses: readonly string[]): void
  moveTo(networkId: NetworkId): void
  /** The wallet said that it shares nothing. It may have been unlocked since: ask it. */
  hidden(): void
  /** The wallet said that it reaches no chain, which says nothing of its accounts: ask it. */
  unreachable(reason?: string): void
  /** The wallet told something that can't be read: ask it. */
  unclear(): void
}

/** Follows a wallet's events (EIP-1193) and returns what stops following. */
export function listenToWallet(
  provider: Eip1193Provider,
  name: string,
  log: LogService,
  events: WalletEvents,
): () => void {
  const heard = (event: string, act: (payload: unknown) => void) => (payload: unknown) => {
    try {
      act(payload)
    } catch (error) {
      log.debug(`An event "${event}" of ${name} can’t be read, so the wallet is asked.`, error)
      events.unclear()
    }
  }

  return listenToProvider(
    provider,
    {
      accountsChanged: heard('accountsChanged', (payload) => {
        const next = readAccounts(name, 'accountsChanged', payload)
        if (next.length === 0) events.hidden()
        else events.showAccounts(next)
      }),
      chainChanged: heard('chainChanged', (payload) =>
        events.moveTo(readNetworkId(name, 'chainChanged', payload)),
      ),
      disconnect: heard('disconnect', (payload) => {
        const message = readField(payload, 'message')
        events.unreachable(typeof message === 'string' ? message.slice(0, 200) : undefined)
      }),
    },
    log,
  )
}
