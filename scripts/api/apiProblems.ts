import { type ApiChanges, apiChanges, type Break } from './apiChanges.js'

export type Bump = 'none' | 'patch' | 'minor' | 'major'

export interface Change {
  /** The package's name. */
  readonly name: string
  /** The promises of the last release, or nothing when there was none. */
  readonly before: string | undefined
  readonly after: string
  /** How big the change is said to be. */
  readonly bump: Bump
  /** The texts of the changesets that name the package. */
  readonly changesets: readonly string[]
}

/** At most so many lines are told for a package. */
const mostLines = 12

/** Why what is promised doesn't fit how big the changes are said to be, a sentence for each package. */
export function apiProblems(changes: readonly Change[]): readonly string[] {
  return changes.flatMap((change) =>
    change.before === undefined ? [] : problemOf(change, apiChanges(change.before, change.after)),
  )
}

function problemOf({ name, bump, changesets }: Change, { breaking, added }: ApiChanges): readonly string[] {
  const waived = new Set(changesets.flatMap(waivedIn))
  const [first, ...others] = breaking.filter((one) => !waived.has(one.name))
  if (first && bump !== 'major') return [breakSentence(name, bump, [first, ...others])]
  const grown = added[0] ?? breaking[0]?.line
  if (grown === undefined || bump === 'minor' || bump === 'major') return []
  return [`${name} promises something new (${grown}), and its changesets say ${bump}. Say "minor".`]
}

function breakSentence(name: string, bump: Bump, breaks: readonly [Break, ...Break[]]): string {
  const more = breaks.length > mostLines ? [`  and ${breaks.length - mostLines} more`] : []
  return [
    `${name} breaks what its last release promised, and its changesets say ${bump}. Say "major" and what to do in one of them, or name what breaks nobody in a line "Not breaking: ${breaks[0].name}".`,
    ...breaks.slice(0, mostLines).map(({ kind, line }) => `  ${kind}: ${line}`),
    ...more,
  ].join('\n')
}

/** Names that a changeset says break nobody. */
const waivedIn = (text: string): readonly string[] =>
  [...text.matchAll(/^Not breaking: (.+)$/gm)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim().replace(/^`|[.`]+$/g, '')),
  )
