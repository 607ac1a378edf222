import type { HistoryGap, HistoryPage, TransactionRecord } from '@latchkey/kernel/contracts'

/** What was read of one account on one network. */
export interface Pages {
  readonly abort: AbortController
  /** Newest first, without spam. */
  records: readonly TransactionRecord[]
  /** Of the records. */
  ids: Set<string>
  next: string | undefined
  searched: HistoryPage['searched']
  /** Of all pages, by code. */
  gaps: readonly HistoryGap[]
  /** When the newest were asked for, in milliseconds since the epoch. */
  readAt: number | undefined
  /** When the newest were read for the last time. */
  knownAt: number | undefined
  running: Promise<void> | undefined
}

export const createPages = (): Pages => ({
  abort: new AbortController(),
  records: [],
  ids: new Set(),
  next: undefined,
  searched: undefined,
  gaps: [],
  readAt: undefined,
  knownAt: undefined,
  running: undefined,
})
