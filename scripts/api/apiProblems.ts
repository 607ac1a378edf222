import { apiChanges, nameOf } from './apiChanges.js'

export type Bump = 'none' | 'patch' | 'minor' | 'major'

export interface Change {
  /** The package's name. */
  readonly name: string
  /** What the last release promised, or nothing when there was none. */
  readonly before: string | undefined
  readonly after: string
  /** How big the change is said to be. */
  readonly bump: Bump
  /** The texts of the changesets that name the package. */
  readonly changesets: readonly string[]
}

/** At most so many lines are told for a package. */
const told = 12

/** Why what is promised doesn't fit how big the changes are said to be, a sentence for each package. */
export function apiProblems(changes: readonly Change[]): readonly string[] {
  return changes.flatMap(({ name, before, after, bump, changesets }) => {
    if (before === undefined) return []
    const { breaking, added } = apiChanges(before, after)
    const waived = new Set(changesets.flatMap(waivedIn))
    const breaks = breaking.filter((line) => !waived.has(nameOf(line.replace(/^[a-z ]+: /, ''))))
    if (breaks.length > 0 && bump !== 'major') {
      const more = breaks.length > told ? [`  and ${breaks.length - told} more`] : []
      return [
        [
          `${name} breaks what its last release promised, and its changesets say ${bump}. Say "major" and what to do in one of them, or name what breaks nobody in a line "Not breaking: ${nameOf((breaks[0] as string).replace(/^[a-z ]+: /, ''))}".`,
          ...breaks.slice(0, told).map((line) => `  ${line}`),
          ...more,
        ].join('\n'),
      ]
    }
    const grew = added.length > 0 || breaking.length > breaks.length
    if (grew && (bump === 'none' || bump === 'patch'))
      return [
        `${name} promises something new (${added[0] ?? breaking[0]}), and its changesets say ${bump}. Say "minor".`,
      ]
    return []
  })
}

/** Names that a changeset says break nobody. */
const waivedIn = (text: string): readonly string[] =>
  [...text.matchAll(/^Not breaking: (.+)$/gm)].flatMap(([, names = '']) =>
    names.split(',').map((name) =>
      name
        .trim()
        .replace(/[.`]+$/, '')
        .replace(/^`/, ''),
    ),
  )
