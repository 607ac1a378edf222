import type { ExtensionPoint } from '@latchkey/kernel/plugin'
import { attemptCall } from './attemptCall.js'
import { text } from './contributionMembers.js'
import type { FaultReport } from './createFaultReport.js'

/** Reads a contribution once, member by member; throws when a member is not what its point promises. */
export type ContributionReader<T> = (source: T) => T

export interface SoundContributions {
  /** Without those that cannot be read. Each costs only itself, and is named in the log. */
  read<T extends { readonly id: string }>(
    point: ExtensionPoint<T>,
    contributions: readonly T[],
    reader: ContributionReader<T>,
  ): readonly T[]
}

/**
 * Copies of what plugins contributed, made once: a member that throws, or changes its type, after that can no longer
 * reach a component in the middle of rendering.
 */
export function createSoundContributions(report: FaultReport): SoundContributions {
  const copies = new WeakMap<object, object | null>()
  const lists = new WeakMap<readonly unknown[], readonly unknown[]>()

  function copyOf<T extends { readonly id: string }>(
    point: ExtensionPoint<T>,
    source: T,
    reader: ContributionReader<T>,
  ): T | null {
    if (typeof source !== 'object' || source === null) return null
    const known = copies.get(source)
    if (known !== undefined) return known as T | null
    const name = attemptCall(() => text(source.id, 'id'), 'A contribution without a readable id')
    const copy = attemptCall<T | null>(
      () => reader(source),
      null,
      (error) => report(`"${name}" of "${point.id}" is left out: one of its members cannot be used.`, error),
    )
    copies.set(source, copy)
    return copy
  }

  return {
    read<T extends { readonly id: string }>(
      point: ExtensionPoint<T>,
      contributions: readonly T[],
      reader: ContributionReader<T>,
    ): readonly T[] {
      const known = lists.get(contributions)
      if (known) return known as readonly T[]
      const sound = contributions.flatMap((source) => copyOf(point, source, reader) ?? [])
      lists.set(contributions, sound)
      return sound
    },
  }
}
