import type { WalletId } from '@latchkey/kernel/chain'
import type { Connection, ConnectorContribution, ConnectRequest } from '@latchkey/kernel/plugin'
import type { ListenRequest } from '@latchkey/kernel/contracts'
import { type AnnouncedWallet, readAnnouncedWallet } from './announcedWallet.js'

/** The part of connecting that is loaded when somebody connects. */
export interface ConnectionOpener {
  connect(wallet: AnnouncedWallet, request: ConnectRequest): Promise<Connection>
  restore(wallet: AnnouncedWallet, request: ConnectRequest): Promise<Connection | undefined>
  /** Listens to a wallet that shares nothing. Asks it nothing. */
  listen(wallet: AnnouncedWallet, request: ListenRequest): void
}

/** A connector for a registered wallet. */
export function createConnector(
  { id, isAlone }: WalletId,
  announced: AnnouncedWallet,
  opener: () => Promise<ConnectionOpener>,
): ConnectorContribution {
  const { name, icon, wallet } = announced
  return {
    id,
    name,
    group: 'announced',
    namespaces: ['solana'],
    ...(icon === undefined ? {} : { icon }),
    readiness: () => (readAnnouncedWallet(wallet) ? 'installed' : 'unsupported'),
    prepare: opener,
    connect: async (request) => (await opener()).connect(announced, request),
    ...(isAlone
      ? {
          restore: async (request: ConnectRequest) => (await opener()).restore(announced, request),
          listen: async (request: ListenRequest) => (await opener()).listen(announced, request),
        }
      : {}),
  }
}
