import type { ActivityPage, HistoryGap } from '@latchkey/kernel/contracts'
import { type BaseError, errorWords, isKernelError } from '@latchkey/kernel/plugin'
import { transactionsUnavailable } from '@latchkey/kernel/wallet'
import { TransactionsFailed } from '../events.js'
import type { Entries } from './createEntries.js'
import type { OwnTransactions } from './createOwnTransactions.js'
import { isSpam } from './isSpam.js'
import { appendPage, prependPage } from './mergePages.js'
import type { Pages } from './Pages.js'
import type { Target } from './target.js'
import type { Tools } from './tools.js'

export const pageSize = 20
/** A source may return an empty page and go on: so many are read at once. */
const mostEmptyPages = 3

/** What reads pages, and of which account and network. */
export interface Reading {
  readonly tools: Tools
  readonly entries: Entries
  readonly own: OwnTransactions
  readonly target: Target
  readonly pages: Pages
}

/** Reads the newest page, and puts it before what was read earlier. */
export async function readNewestPage(reading: Reading): Promise<void> {
  const { target, pages, tools } = reading
  const isFirst = pages.readAt === undefined
  // An attempt counts, so that a failing source is not asked again and again.
  pages.readAt = tools.clock.now()
  try {
    const page = await requestPage(reading, undefined)
    if (!page) return
    const records = cleanPage(target, page)
    const merged = isFirst ? undefined : prependPage(pages.records, records)
    pages.records = merged ?? appendPage([], new Set(), records)
    pages.ids = new Set(pages.records.map(({ id }) => id))
    if (!merged) {
      pages.next = page.next
      pages.searched = page.searched
      pages.gaps = page.gaps ?? []
    }
    pages.knownAt = tools.clock.now()
    takePage(reading, page)
    reading.entries.put(target, { oldSince: undefined })
    if (records.length === 0 && pages.records.length === 0) await readOlderPages(reading)
  } catch (error) {
    if (pages.abort.signal.aborted) return
    if (isFirst || tools.state.entries[target.key]?.status !== 'success') {
      pages.readAt = undefined
      failReading(reading, error, undefined)
    } else {
      reading.entries.put(target, { oldSince: pages.knownAt })
      tools.log.warn(
        'The newest transactions could not be read, so those read before are shown with their age.',
        error,
      )
    }
  }
}

/** Older pages until one has something, a few at most. */
export async function readOlderPages(reading: Reading): Promise<void> {
  const { target, pages } = reading
  const before = pages.records.length
  for (let count = 0; count < mostEmptyPages; count += 1) {
    const cursor = pages.next
    if (cursor === undefined) return
    try {
      const page = await requestPage(reading, cursor)
      if (!page) return
      pages.records = appendPage(pages.records, pages.ids, cleanPage(target, page))
      // A source that returns the cursor it was given would go on for ever.
      pages.next = page.next === cursor ? undefined : page.next
      pages.searched = page.searched
      pages.gaps = joinGaps(pages.gaps, page.gaps)
      takePage(reading, page)
    } catch (error) {
      if (!pages.abort.signal.aborted) failReading(reading, error, cursor)
      return
    }
    if (pages.records.length > before) return
  }
}

/** @returns `undefined` when the account or network was left meanwhile. */
async function requestPage(
  { tools: { activity, context }, target: { networkId, address }, pages: { abort } }: Reading,
  cursor: string | undefined,
): Promise<ActivityPage | undefined> {
  const signal = AbortSignal.any([abort.signal, context.signal])
  const request = {
    networkId,
    address,
    limit: pageSize,
    signal,
    ...(cursor === undefined ? {} : { cursor }),
  }
  const page = await activity.read(request)
  return signal.aborted ? undefined : page
}

const cleanPage = ({ networkId }: Target, { transactions }: ActivityPage) =>
  transactions.filter((record) => record.networkId === networkId && !isSpam(record))

function takePage({ own, entries, target, pages }: Reading, { source, transactions }: ActivityPage): void {
  own.found(target.address, transactions)
  entries.put(target, {
    status: 'success',
    source,
    error: undefined,
    hasMore: pages.next !== undefined,
    searched: pages.searched,
    gaps: pages.gaps,
  })
}

function failReading({ tools, entries, target }: Reading, cause: unknown, cursor: string | undefined): void {
  const { notifications, context, log } = tools
  const { address, isSmartAccount } = target
  const error: BaseError = isKernelError(cause, 'TRANSACTIONS_UNAVAILABLE')
    ? cause
    : transactionsUnavailable(cause)
  const status = cursor === undefined ? 'error' : 'success'
  entries.put(target, { status, error })
  notifications.showSnackbar(errorWords(error), { variant: 'error' })
  context.emit(TransactionsFailed, { address, isSmartAccount, ...(cursor === undefined ? {} : { cursor }) })
  log.warn('Transactions could not be read.', cause)
}

/** A source may tell what it cannot see with every page. */
function joinGaps(known: readonly HistoryGap[], further: readonly HistoryGap[] = []): readonly HistoryGap[] {
  return [...known, ...further.filter(({ code }) => !known.some((gap) => gap.code === code))]
}
