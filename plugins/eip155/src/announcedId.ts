import type { Announcement } from './announcement.js'

/** What ids of announced connectors begin with; the reverse-domain id follows. */
export const announcedPrefix = 'eip155.announced.'

/**
 * The connector id of an announced wallet: its reverse-domain id, and a mark of its name and picture. It is the same after
 * a reload, so that what is stored of a wallet finds it again, and does not find one that only claims the same
 * reverse-domain id. The mark is no proof: a copy of all three has the same one.
 */
export function announcedId({ rdns, name, icon }: Pick<Announcement, 'rdns' | 'name' | 'icon'>): string {
  const look = `${name}\n${icon ?? ''}`
  // FNV-1a. A stronger hash would gain nothing: who wants the mark of another wallet copies its look.
  let mark = 0x811c9dc5
  for (let index = 0; index < look.length; index += 1) {
    mark = Math.imul(mark ^ look.charCodeAt(index), 0x01000193)
  }
  return `${announcedPrefix}${rdns}~${(mark >>> 0).toString(36)}`
}
