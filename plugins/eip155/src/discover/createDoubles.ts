import { announcedId } from './announcedId.js'
import type { Announcement } from './announcement.js'
import { createSame, extrasOf, hold, list, type Same } from './sameWallets.js'

/** Questions about one look, and about all, until the page asks by itself again. */
const lookQuestions = 2
const mostQuestions = 100

/**
 * Tells a wallet that builds its provider anew for each announcement from several wallets that say the same of themselves. A uuid is
 * made for each page (EIP-6963), so the same uuid, reverse-domain id, name and picture is one wallet; but anyone can repeat them, and some
 * wallets make a uuid for each announcement.
 *
 * A wallet that keeps its provider announces the same object again when it's asked again, one that builds it anew announces one object each
 * time it's asked, and one that keeps its uuid repeats that. So nothing that says the same is hidden: it's listed once its provider or its uuid has been
 * heard twice, where one question brings more of them than are listed, and beside one that was first heard in the same moment. What is listed
 * is never exchanged for another provider: a copy would get what was meant for the wallet.
 */
export interface Doubles {
  /**
   * Whether the announcement is to be listed. When not, {@link Doubles.isUnsure} says whether to ask again.
   *
   * @param moment The same object for what is announced in one task, with no question of the page in between.
   */
  admits(announcement: Announcement, moment: object): boolean
  /** Whether something was heard that only another question can tell. */
  readonly isUnsure: boolean
  /**
   * Asks once more, and returns what is to be listed beside what {@link Doubles.admits} admitted.
   *
   * @param ask Makes every wallet of the page announce itself, before it returns.
   */
  askAgain(ask: () => void): readonly Announcement[]
  /** Allows questions anew, because the page is about to ask by itself. */
  renew(): void
}

/** An announcement whose uuid and look were heard before. */
function admitKnown(same: Same, alike: Same, announcement: Announcement, moment: object): boolean {
  const { provider } = announcement
  same.answers.set(provider, announcement)
  same.answered.add(provider)
  // Its uuid tells which of the look it is, whatever its provider.
  for (const listed of same.listed) alike.answered.add(listed)
  if (same.listed.has(provider)) return true
  const isApart = hold(same, provider, moment)
  if (isApart) list(alike, provider)
  return isApart
}

/** An announcement whose look was heard before, under other uuids. */
function admitNew(alike: Same, announcement: Announcement, moment: object): boolean {
  const { provider } = announcement
  alike.answers.set(provider, announcement)
  alike.answered.add(provider)
  return alike.listed.has(provider) || hold(alike, provider, moment)
}

/** Announcements of one look, as a whole and by uuid. */
function createMemory() {
  const byLook = new Map<string, Same>()
  const byUuid = new Map<string, Same>()
  const places = (announcement: Announcement) => {
    const look = announcedId(announcement)
    return { look, key: `${announcement.uuid}\n${look}` }
  }
  return {
    looks: () => byLook.values(),
    find(announcement: Announcement) {
      const { look, key } = places(announcement)
      return { alike: byLook.get(look), same: byUuid.get(key) }
    },
    addLook(announcement: Announcement, moment: object): void {
      byLook.set(places(announcement).look, createSame(moment, [announcement.provider], lookQuestions))
    },
    addUuid(announcement: Announcement, moment: object, isListed: boolean): void {
      const same = createSame(moment, isListed ? [announcement.provider] : [], 1)
      if (!isListed) same.heardOnce.add(announcement.provider)
      byUuid.set(places(announcement).key, same)
    },
  }
}

export function createDoubles(): Doubles {
  const memory = createMemory()
  const unsure = new Set<Same>()
  let left = mostQuestions

  const settle = (group: Same, isListed: boolean): boolean => {
    if (!isListed && group.questions > 0) unsure.add(group)
    return isListed
  }

  return {
    admits(announcement, moment) {
      const { alike, same } = memory.find(announcement)
      if (alike && same) return settle(same, admitKnown(same, alike, announcement, moment))
      const isListed = !alike || settle(alike, admitNew(alike, announcement, moment))
      if (!alike) memory.addLook(announcement, moment)
      memory.addUuid(announcement, moment, isListed)
      return isListed
    },
    get isUnsure() {
      return unsure.size > 0 && left > 0
    },
    askAgain(ask) {
      const open = [...unsure]
      unsure.clear()
      left -= 1
      for (const group of open) {
        group.questions -= 1
        group.answers = new Map()
        group.answered = new Set()
      }
      ask()
      return open.flatMap((group) => {
        const extras = extrasOf(group)
        for (const extra of extras) {
          const { alike, same } = memory.find(extra)
          list(alike, extra.provider)
          list(same, extra.provider)
        }
        group.answers = new Map()
        return extras
      })
    },
    renew() {
      left = mostQuestions
      for (const look of memory.looks()) look.questions = lookQuestions
    },
  }
}
