import type { Announcement } from './announcement.js'

/** More providers of one wallet than a page has asked for. */
const doubleLimit = 5_000

/** Wallets that describe themselves alike: by uuid and look, or by look alone. */
export interface Same {
  /** When the first was heard. */
  readonly moment: object
  readonly listed: Set<unknown>
  readonly heardOnce: Set<unknown>
  /** Announcements that the question under way brought. */
  answers: Map<unknown, Announcement>
  /** Listed wallets that answered the question under way. */
  answered: Set<unknown>
  /** How often it may still be asked for: a wallet that builds its provider anew would be asked without end. */
  questions: number
}

export const createSame = (moment: object, listed: readonly unknown[], questions: number): Same => ({
  moment,
  listed: new Set(listed),
  heardOnce: new Set(),
  answers: new Map(),
  answered: new Set(),
  questions,
})

/** Lists the announcements beyond the listed wallets that didn't answer: those may be the same wallets with new providers. */
export function extrasOf({ listed, answers, answered }: Same): readonly Announcement[] {
  const unknown = [...answers.values()].filter(({ provider }) => !listed.has(provider))
  const silent = [...listed].filter((provider) => !answered.has(provider)).length
  return unknown.slice(silent)
}

export function list(group: Same | undefined, provider: unknown): void {
  group?.heardOnce.delete(provider)
  group?.listed.add(provider)
}

/** Whether a provider is to be listed: it's apart from all others. One that isn't is held until it's heard again. */
export function hold(group: Same, provider: unknown, moment: object): boolean {
  // Nobody asked twice, so these are two. One of them could be silent when it's asked again, and stand for the other.
  const isApart = group.heardOnce.has(provider) || group.moment === moment
  if (isApart) list(group, provider)
  else if (group.heardOnce.size < doubleLimit) group.heardOnce.add(provider)
  return isApart
}
