import type { Clock, LogService, TimerHandle } from '@latchkey/kernel/plugin'
import { announcedId } from './announcedId.js'
import { type Announcement, readAnnouncement } from './announcement.js'
import type { KnownWallets } from './knownWallets.js'

/** No page has thousands of wallets; a script that announces more wants to freeze it. */
const announcementLimit = 5_000
/**
 * Of these, so many under one name: flooding one name leaves room for the others. As many places again are kept
 * for announcements like that of a wallet which the person used.
 */
const nameLimit = 1_500

/** What is announced this soon after others were told is told with what follows, milliseconds. */
const pause = 50

/**
 * Finds wallets by EIP-6963: listens first, then asks, and goes on listening because wallets announce late.
 * What arrives together is told together, and a page full of wallets that come one by one makes a few lists, not
 * hundreds. Returns the function that stops it.
 */
export function watchAnnouncements(
  log: LogService,
  clock: Clock,
  known: KnownWallets,
  found: (announcements: readonly Announcement[]) => void,
): () => void {
  const counts = new Map<string, number>()
  const heard = new Map<unknown, Set<string>>()
  let total = 0
  const told = new Set<unknown>()
  let fresh: Announcement[] = []
  let pausing: TimerHandle | undefined

  const flush = () => {
    const batch = fresh
    fresh = []
    pausing = undefined
    if (batch.length === 0) return
    found(batch)
    pausing = clock.setTimeout(flush, pause)
  }

  const hear = (event: Event) => {
    const announcement = readAnnouncement((event as CustomEvent<unknown>).detail)
    if (!announcement) return log.debug('Announcements that break EIP-6963 were ignored.')
    const { rdns, provider } = announcement
    // A wallet answers every question of a page. It is known by its provider: anyone can repeat its uuid.
    const id = announcedId(announcement)
    const ids = heard.get(provider) ?? new Set()
    if (ids.has(id)) return
    const place = counts.get(rdns) === nameLimit && known.isLikeUsed(announcement) ? `.${rdns}` : rdns
    const count = counts.get(place) ?? 0
    const isFull = total >= announcementLimit && !known.includes(rdns)
    if (isFull || count === nameLimit) {
      const bound = isFull ? announcementLimit : `${nameLimit} of ${rdns}`
      if (!told.has(bound)) log.warn(`Wallets after the first ${bound} were ignored.`)
      told.add(bound)
      return
    }
    counts.set(place, count + 1)
    total += 1
    heard.set(provider, ids.add(id))
    if (fresh.push(announcement) === 1 && pausing === undefined) queueMicrotask(flush)
  }

  window.addEventListener('eip6963:announceProvider', hear)
  window.dispatchEvent(new Event('eip6963:requestProvider'))
  return () => {
    window.removeEventListener('eip6963:announceProvider', hear)
    fresh = []
    if (pausing !== undefined) clock.clearTimeout(pausing)
  }
}
