import type { Clock, LogService, TimerHandle } from '@latchkey/kernel/plugin'
import { announcedId } from './announcedId.js'
import { type Announcement, readAnnouncement } from './announcement.js'
import { createDoubles } from './createDoubles.js'
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

export interface Watching {
  /** Asks again, for wallets that came late and told nobody. */
  ask(): void
  stop(): void
}

/**
 * Finds wallets by EIP-6963: listens first, then asks, and goes on listening because wallets announce late.
 * What arrives together is told together, and a page full of wallets that come one by one makes a few lists, not
 * hundreds.
 */
export function watchAnnouncements(
  log: LogService,
  clock: Clock,
  known: KnownWallets,
  found: (announcements: readonly Announcement[]) => void,
): Watching {
  const heard = new Map<unknown, Set<string>>()
  const hasRoom = createRoom(log, known)
  const moments = createMoments()
  const doubles = createDoubles()
  const fresh: Announcement[] = []
  let pausing: TimerHandle | undefined
  let isFlushing = false

  const flush = () => {
    if (doubles.isUnsure) for (const announcement of doubles.askAgain(askForAnnouncements)) take(announcement)
    const batch = fresh.splice(0)
    pausing = undefined
    isFlushing = false
    if (batch.length > 0) found(batch)
    if (batch.length > 0 || doubles.isUnsure) pausing = clock.setTimeout(flush, pause)
  }

  const hear = (event: Event) => {
    const announcement = readAnnouncement((event as CustomEvent<unknown>).detail)
    if (!announcement) return log.debug('Announcements that break EIP-6963 were ignored.')
    if (doubles.admits(announcement, moments.current())) take(announcement)
    else if (doubles.isUnsure) flushSoon()
  }

  const flushSoon = () => {
    if (isFlushing || pausing !== undefined) return
    isFlushing = true
    queueMicrotask(flush)
  }

  const take = (announcement: Announcement) => {
    // A wallet answers every question of a page, with the same provider.
    const id = announcedId(announcement)
    const ids = heard.get(announcement.provider) ?? new Set()
    if (ids.has(id) || !hasRoom(announcement)) return
    heard.set(announcement.provider, ids.add(id))
    fresh.push(announcement)
    flushSoon()
  }

  const stopListening = listen(hear, moments.end)
  askForAnnouncements()
  return {
    ask() {
      doubles.renew()
      askForAnnouncements()
    },
    stop() {
      stopListening()
      fresh.length = 0
      if (pausing !== undefined) clock.clearTimeout(pausing)
    },
  }
}

/** @returns Ends it. */
function listen(hear: (event: Event) => void, asked: () => void): () => void {
  window.addEventListener('eip6963:announceProvider', hear)
  // Before the wallets hear the question and announce themselves.
  window.addEventListener('eip6963:requestProvider', asked, true)
  return () => {
    window.removeEventListener('eip6963:announceProvider', hear)
    window.removeEventListener('eip6963:requestProvider', asked, true)
  }
}

/** Asks the wallets of the page to announce themselves (EIP-6963). They may be asked at any time. */
const askForAnnouncements = (): boolean => window.dispatchEvent(new Event('eip6963:requestProvider'))

/** Counts what is listed, and says whether one more is. */
function createRoom(log: LogService, known: KnownWallets): (announcement: Announcement) => boolean {
  const counts = new Map<string, number>()
  const told = new Set<unknown>()
  let total = 0
  return (announcement) => {
    const { rdns } = announcement
    const place = counts.get(rdns) === nameLimit && known.isLikeUsed(announcement) ? `.${rdns}` : rdns
    const count = counts.get(place) ?? 0
    const isFull = total >= announcementLimit && !known.includes(rdns)
    if (isFull || count === nameLimit) {
      const bound = isFull ? announcementLimit : `${nameLimit} of ${rdns}`
      if (!told.has(bound)) log.warn(`Wallets after the first ${bound} were ignored.`)
      told.add(bound)
      return false
    }
    counts.set(place, count + 1)
    total += 1
    return true
  }
}

/** A moment ends with each question of the page, whoever asks, and with each task. */
function createMoments() {
  let moment: object | undefined
  const end = () => {
    moment = undefined
  }
  return {
    end,
    current(): object {
      if (moment) return moment
      queueMicrotask(end)
      moment = {}
      return moment
    },
  }
}
