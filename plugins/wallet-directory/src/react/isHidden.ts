import type { useIsExcluded } from '@latchkey/ui-react'
import type { DirectoryEntry } from '../listEntries.js'

/** Whether the host excluded a wallet under any of the names it is known by. */
export function isHidden(
  { record, connector }: Pick<DirectoryEntry, 'record' | 'connector'>,
  isExcluded: ReturnType<typeof useIsExcluded>,
): boolean {
  const { id, name, discovery } = record
  const known = (discovery?.rdns ?? []).map((rdns) => ({ name, rdns, walletId: id }))
  return [{ name, walletId: id }, ...known, ...(connector ? [connector] : [])].some(isExcluded)
}
