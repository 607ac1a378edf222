import type { Connection, ConnectorContribution, ConnectRequest } from '@latchkey/kernel/plugin'
import type { Eip1193Provider } from '../provider.js'

/** How a connector reaches its wallet. */
export interface WalletAccess {
  readonly name: string
  /** The wallet now; `undefined` while the page has none. */
  provider(): Eip1193Provider | undefined
}

/** The part of connecting that is loaded when somebody connects. */
export interface ConnectionOpener {
  connect(wallet: WalletAccess, request: ConnectRequest): Promise<Connection>
  restore(wallet: WalletAccess, request: ConnectRequest): Promise<Connection | undefined>
}

type Facts = Omit<ConnectorContribution, 'namespaces' | 'connect' | 'restore' | 'readiness'>

/** A connector for a wallet that speaks EIP-1193. */
export function createConnector(
  facts: Facts,
  provider: () => Eip1193Provider | undefined,
  opener: () => Promise<ConnectionOpener>,
): ConnectorContribution {
  const wallet: WalletAccess = { name: facts.name, provider }
  return {
    ...facts,
    namespaces: ['eip155'],
    readiness: () => (provider() ? 'installed' : 'missing'),
    prepare: opener,
    connect: async (request) => (await opener()).connect(wallet, request),
    restore: async (request) => (await opener()).restore(wallet, request),
  }
}
