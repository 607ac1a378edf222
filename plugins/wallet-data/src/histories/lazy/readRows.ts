import type { HistoryEntry } from '../HistorySource.js'

/** `unreadable` is told as left out; `undefined` is nothing for a history, such as a transaction that waits for its block. */
export type ReadRow = HistoryEntry | 'unreadable' | undefined

/** The rows of a page one by one, so that one that can't be read costs itself. */
export function readRows(rows: readonly unknown[], read: (row: unknown) => ReadRow) {
  const found = rows.map(read)
  const leftOut = found.filter((one) => one === 'unreadable').length
  return { entries: found.filter((one) => typeof one === 'object'), ...(leftOut > 0 ? { leftOut } : {}) }
}

/** Where the last row of a page stands in time, also when it is nothing for a history. */
export const sinceOf = (time: number): { readonly since?: number } => (time > 0 ? { since: time } : {})
