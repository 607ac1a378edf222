import type { WalletId } from '@latchkey/kernel/chain'
import type { Connection, ConnectorContribution, ConnectRequest } from '@latchkey/kernel/plugin'
import type { ListenRequest } from '@latchkey/kernel/contracts'
import type { FoundWallet } from './foundWallet.js'

/** The wallet that a connector is for. */
export interface WalletAccess extends FoundWallet {
  readonly connectorId: string
}

/** The part of connecting that is loaded when somebody connects. */
export interface ConnectionOpener {
  connect(wallet: WalletAccess, request: ConnectRequest): Promise<Connection>
  restore(wallet: WalletAccess, request: ConnectRequest): Promise<Connection | undefined>
  /** Listens to a wallet that shares nothing. Asks it nothing. */
  listen(wallet: WalletAccess, request: ListenRequest): void
}

/** A connector for a wallet of the page. */
export function createConnector(
  { id, isAlone }: WalletId,
  found: FoundWallet,
  opener: () => Promise<ConnectionOpener>,
): ConnectorContribution {
  const { name, icon, group } = found
  const wallet: WalletAccess = { ...found, connectorId: id }
  return {
    id,
    name,
    group,
    namespaces: ['bip122'],
    ...(icon === undefined ? {} : { icon }),
    readiness: () => 'installed',
    prepare: opener,
    connect: async (request) => (await opener()).connect(wallet, request),
    ...(isAlone
      ? {
          restore: async (request: ConnectRequest) => (await opener()).restore(wallet, request),
          listen: async (request: ListenRequest) => (await opener()).listen(wallet, request),
        }
      : {}),
  }
}
