import { markWallet } from '@latchkey/kernel/chain'
import type { Announcement } from './announcement.js'

/** What ids of announced connectors begin with; the reverse-domain id follows. */
export const announcedPrefix = 'eip155.announced.'

/** The connector id of an announced wallet: its reverse-domain id, and a mark of its name and picture. */
export function announcedId({ rdns, name, icon }: Pick<Announcement, 'rdns' | 'name' | 'icon'>): string {
  return markWallet({ prefix: `${announcedPrefix}${rdns}`, name, icon })
}
