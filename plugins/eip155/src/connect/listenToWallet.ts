import { readField } from '@latchkey/kernel/chain'
import type { LogService, NetworkId } from '@latchkey/kernel/plugin'
import type { Eip1193Provider } from '../provider.js'
import { readAccounts, readNetworkId } from './answers.js'
import { askWallet } from './askWallet.js'
import { listenToProvider } from './listenToProvider.js'

/** Wallets close the connection with this while they change networks: try again later. */
const tryAgainLater = 1013

/** What a wallet's events mean for its connection. */
export interface WalletEvents {
  showAccounts(addresses: readonly string[]): void
  moveTo(networkId: NetworkId): void
  end(reason?: string): void
}

/** Follows a wallet's events (EIP-1193) and returns what stops following. An event that cannot be read is ignored, and logged. */
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
      log.debug(`An event "${event}" of ${name} was ignored.`, error)
    }
  }

  async function closed(payload: unknown): Promise<void> {
    const message = readField(payload, 'message')
    if (readField(payload, 'code') === tryAgainLater && (await hasAccount(provider, name, log))) return
    events.end(typeof message === 'string' ? message.slice(0, 200) : undefined)
  }

  return listenToProvider(
    provider,
    {
      accountsChanged: heard('accountsChanged', (payload) => {
        const next = readAccounts(name, 'accountsChanged', payload)
        if (next.length === 0) return events.end()
        events.showAccounts(next)
      }),
      chainChanged: heard('chainChanged', (payload) =>
        events.moveTo(readNetworkId(name, 'chainChanged', payload)),
      ),
      disconnect: heard('disconnect', (payload) => void closed(payload)),
    },
    log,
  )
}

async function hasAccount(provider: Eip1193Provider, name: string, log: LogService): Promise<boolean> {
  try {
    return readAccounts(name, 'eth_accounts', await askWallet(provider, 'eth_accounts')).length > 0
  } catch (error) {
    log.debug(`${name} could not be asked for its accounts.`, error)
    return false
  }
}
