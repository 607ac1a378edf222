import type { TransactionRecord } from '@latchkey/kernel/contracts'

/**
 * Adds older records; what is known already keeps its place.
 *
 * @param ids Those of `known`. The new ones are added to it, so that a long list is not walked for every page.
 */
export function appendPage(
  known: readonly TransactionRecord[],
  ids: Set<string>,
  page: readonly TransactionRecord[],
): readonly TransactionRecord[] {
  const fresh: TransactionRecord[] = []
  for (const record of page) {
    if (ids.has(record.id)) continue
    ids.add(record.id)
    fresh.push(record)
  }
  return [...known, ...fresh]
}

/**
 * Puts the newest page before what is known. `undefined` when the two do not meet, so that something may be missing
 * between them.
 */
export function prependPage(
  known: readonly TransactionRecord[],
  page: readonly TransactionRecord[],
): readonly TransactionRecord[] | undefined {
  const ids = new Set(page.map(({ id }) => id))
  const meets = known.some(({ id }) => ids.has(id))
  if (!meets) return undefined
  const first = appendPage([], new Set(), page)
  return [...first, ...known.filter(({ id }) => !ids.has(id))]
}
