import type { ConnectorContribution } from '@latchkey/kernel/plugin'
import type { Eip155ConnectionsService, WalletAccess } from '../connections.js'
import type { Eip1193Provider } from '../provider.js'

/** The part of connecting that is loaded when somebody connects. */
export type ConnectionOpener = Omit<Eip155ConnectionsService, 'prepare'>

type Facts = Omit<ConnectorContribution, 'namespaces' | 'connect' | 'restore' | 'listen' | 'readiness'>

/**
 * A connector for a wallet that speaks EIP-1193.
 *
 * @param isInstalled Whether the wallet itself is in this browser, and not a library that leads to it.
 */
export function createConnector(
  facts: Facts,
  provider: () => Eip1193Provider | undefined,
  opener: () => Promise<ConnectionOpener>,
  isInstalled = true,
): ConnectorContribution {
  const wallet: WalletAccess = { name: facts.name, provider }
  return {
    ...facts,
    namespaces: ['eip155'],
    readiness: () => (provider() ? (isInstalled ? 'installed' : 'loadable') : 'missing'),
    prepare: opener,
    connect: async (request) => (await opener()).connect(wallet, request),
    restore: async (request) => (await opener()).restore(wallet, request),
    listen: async (request) => (await opener()).listen(wallet, request),
  }
}
