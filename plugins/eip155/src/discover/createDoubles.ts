import { announcedId } from './announcedId.js'
import type { Announcement } from './announcement.js'

/** More providers of one uuid than a page has asked for. */
const doubleLimit = 5_000

/**
 * Tells a wallet that builds its provider anew for each announcement from several wallets that say the same of themselves. A uuid is
 * made for each page (EIP-6963), so the same uuid, reverse-domain id, name and picture is one wallet; but anyone can repeat them.
 * A wallet that keeps its provider announces the same object again when it's asked again, and one that builds it anew announces
 * one object each time it's asked. So nothing that says the same is hidden: it's listed once it has been heard twice, where
 * one question brings more of them than are listed, and beside one that was first heard in the same moment.
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
}

interface Same {
  /** When the first was heard. */
  readonly moment: object
  readonly listed: Set<unknown>
  readonly heardOnce: Set<unknown>
  /** What the question under way brought. */
  answers: Map<unknown, Announcement>
}

export function createDoubles(): Doubles {
  const all = new Map<string, Same>()
  const unsure = new Set<Same>()
  /** Each uuid and look is asked for once: a wallet that builds its provider anew would be asked without end. */
  const asked = new Set<Same>()

  function isExtra({ listed, answers }: Same, provider: unknown): boolean {
    const unknown = [...answers.keys()].filter((candidate) => !listed.has(candidate))
    const silent = [...listed].filter((candidate) => !answers.has(candidate)).length
    return unknown.indexOf(provider) >= silent
  }

  return {
    admits(announcement, moment) {
      const { uuid, provider } = announcement
      const key = `${uuid}\n${announcedId(announcement)}`
      const same = all.get(key)
      if (!same) {
        all.set(key, { moment, listed: new Set([provider]), heardOnce: new Set(), answers: new Map() })
        return true
      }
      same.answers.set(provider, announcement)
      if (same.listed.has(provider)) return true
      // Nobody asked twice, so these are two. One of them could be silent when it's asked again, and stand for the other.
      const isApart = same.heardOnce.delete(provider) || same.moment === moment
      if (isApart) same.listed.add(provider)
      else if (same.heardOnce.size < doubleLimit) same.heardOnce.add(provider)
      if (!isApart && !asked.has(same)) unsure.add(same)
      return isApart
    },
    get isUnsure() {
      return unsure.size > 0
    },
    askAgain(ask) {
      const open = [...unsure]
      unsure.clear()
      for (const same of open) {
        asked.add(same)
        same.answers = new Map()
      }
      ask()
      return open.flatMap((same) => {
        const extra = [...same.answers.values()].filter(
          ({ provider }) => !same.listed.has(provider) && isExtra(same, provider),
        )
        for (const { provider } of extra) {
          same.heardOnce.delete(provider)
          same.listed.add(provider)
        }
        same.answers = new Map()
        return extra
      })
    },
  }
}
