import type { ConnectorContribution } from '@latchkey/kernel/plugin'
import { partsOf, type SessionService } from '@latchkey/kernel/wallet'
import { announcedId, announcedPrefix } from './announcedId.js'
import type { Announcement } from './announcement.js'

/** Wallets that a flood of announcements must not shut out. */
export interface KnownWallets {
  /** Whether the person used a wallet of this reverse-domain id, or a plugin of the host configured one. */
  includes(rdns: string): boolean
  /** Whether the person used a wallet of this reverse-domain id, name and picture. Anyone can copy all three. */
  isLikeUsed(announcement: Announcement): boolean
}

export function createKnownWallets(
  configured: readonly ConnectorContribution[],
  session: Pick<SessionService, 'state'>,
): KnownWallets {
  const names = configured.map((connector) => connector.rdns?.toLowerCase())
  const isUsed = (isLike: (id: string) => boolean) =>
    session.state.recent.some(({ connectorId }) => partsOf(connectorId).some(isLike))
  return {
    includes: (rdns) =>
      names.includes(rdns) || isUsed((used) => used.startsWith(`${announcedPrefix}${rdns}~`)),
    isLikeUsed(announcement) {
      const id = announcedId(announcement)
      // One that could not be told from another had a number behind its id.
      return isUsed((used) => `${used}.`.startsWith(`${id}.`))
    },
  }
}
