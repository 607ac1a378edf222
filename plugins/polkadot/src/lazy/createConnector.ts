import type { Connection, ConnectorContribution, ConnectRequest } from '@latchkey/kernel/plugin'
import type { ListenRequest } from '@latchkey/kernel/contracts'
import type { InjectedWallet } from './injectedWeb3.js'

/** The part of connecting that is loaded when somebody connects. */
export interface ConnectionOpener {
  connect(wallet: InjectedWallet, request: ConnectRequest): Promise<Connection>
  restore(wallet: InjectedWallet, request: ConnectRequest): Promise<Connection | undefined>
  /** Listens to a wallet that shares nothing, if it was opened on this page. Asks it nothing. */
  listen(wallet: InjectedWallet, request: ListenRequest): void
}

export const connectorIdOf = (key: string): string => `polkadot.injected.${key}`

/** A connector for an injected wallet. Its id is the same after a reload, because the wallet's key is. */
export function createConnector(
  wallet: InjectedWallet,
  opener: () => Promise<ConnectionOpener>,
): ConnectorContribution {
  const { key, name, icon } = wallet
  return {
    id: connectorIdOf(key),
    name,
    group: 'injected',
    namespaces: ['polkadot'],
    ...(icon === undefined ? {} : { icon }),
    readiness: () => (wallet.isThere() ? 'installed' : 'missing'),
    prepare: opener,
    connect: async (request) => (await opener()).connect(wallet, request),
    restore: async (request) => (await opener()).restore(wallet, request),
    listen: async (request) => (await opener()).listen(wallet, request),
  }
}
