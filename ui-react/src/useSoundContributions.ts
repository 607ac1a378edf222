import type { ExtensionPoint } from '@latchkey/kernel/plugin'
import type { ContributionReader } from './contain/soundContributions.js'
import { useContributions } from './useContributions.js'
import { useShell } from './useShell.js'

/** What plugins added to a point, as copies that cannot fail while they are drawn. */
export function useSoundContributions<T extends { readonly id: string }>(
  point: ExtensionPoint<T>,
  reader: ContributionReader<T>,
): readonly T[] {
  const { contributions } = useShell()
  return contributions.read(point, useContributions(point), reader)
}
