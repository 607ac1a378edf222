import type { Clock, LogService, TimerHandle } from '@latchkey/kernel/plugin'
import { type Announcement, readAnnouncement } from './announcement.js'

/** No page has a thousand wallets; a script that announces more wants to freeze it. */
const announcementLimit = 1_000
/** Of these, so many under one name: whoever floods one name leaves room for the others. */
const nameLimit = 25

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
  found: (announcements: readonly Announcement[]) => void,
): () => void {
  const uuids = new Set<string>()
  const counts = new Map<string, number>()
  const providers = new Map<unknown, string>()
  let fresh: Announcement[] = []
  let full = false
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
    if (!announcement) return log.debug('A wallet announcement was ignored: it does not follow EIP-6963.')
    const { uuid, rdns, provider } = announcement
    if (uuids.has(uuid) || providers.get(provider) === rdns) return
    const count = counts.get(rdns) ?? 0
    if (count >= nameLimit) {
      if (count === nameLimit)
        log.warn(`More than ${nameLimit} wallets claim to be "${rdns}". The rest is ignored.`)
      counts.set(rdns, nameLimit + 1)
      return
    }
    if (uuids.size >= announcementLimit) {
      if (!full) log.warn(`Wallets after the first ${announcementLimit} were ignored.`)
      full = true
      return
    }
    counts.set(rdns, count + 1)
    uuids.add(uuid)
    providers.set(provider, rdns)
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
