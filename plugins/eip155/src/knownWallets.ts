import {
  type ConnectorContribution,
  partsOf,
  type RecentWallet,
  type SessionService,
} from '@latchkey/kernel/plugin'
import type { Announcement } from './announcement.js'

/** What ids of announced connectors begin with; the reverse-domain id follows. */
export const announcedPrefix = 'eip155.announced.'

/** Wallets that a flood of announcements must not shut out. */
export interface KnownWallets {
  /** Whether the person used a wallet of this reverse-domain id, or a plugin of the host configured one. */
  includes(rdns: string): boolean
  /**
   * The connector id that a wallet of this reverse-domain id, name and picture had when the person used it. Anyone can
   * copy all three.
   */
  usedId(announcement: Announcement): string | undefined
}

export function createKnownWallets(
  configured: readonly ConnectorContribution[],
  session: Pick<SessionService, 'state'>,
): KnownWallets {
  const names = configured.map((connector) => connector.rdns?.toLowerCase())
  const find = (rdns: string, isLike: (wallet: RecentWallet) => unknown) =>
    session.state.recent
      .filter(isLike)
      .flatMap(({ connectorId }) => partsOf(connectorId))
      // Several wallets of one reverse-domain id are numbered from 2.
      .find((id) => `${id}.`.startsWith(`${announcedPrefix}${rdns}.`))
  return {
    includes: (rdns) => names.includes(rdns) || !!find(rdns, Boolean),
    usedId: ({ rdns, name, icon }) =>
      // The session keeps no large picture: then the name has to do.
      find(rdns, (wallet) => wallet.name === name && (wallet.icon ?? icon) === icon),
  }
}
