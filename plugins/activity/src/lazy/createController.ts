import {
  errorWords,
  type BaseError,
  type HistoryGap,
  type HistoryPage,
  isKernelError,
  type NamespaceId,
  type TimerHandle,
  type TransactionRecord,
  transactionsUnavailable,
} from '@latchkey/kernel/plugin'
import type { ActivityPage, TransactionDecided, TransactionSent } from '@latchkey/kernel/plugin'
import { ref } from 'valtio/vanilla'
import type { AccountActivity } from '../ActivityFeed.js'
import { MoreTransactionsAsked, TransactionsFailed } from '../events.js'
import { createOwnTransactions } from './createOwnTransactions.js'
import { isSpam } from './isSpam.js'
import { appendPage, prependPage } from './mergePages.js'
import { type Target, targetOf } from './target.js'
import type { Tools } from './tools.js'

export interface Controller {
  /** Something changed: who is connected, where, or who looks. */
  update(): void
  loadMore(namespace: NamespaceId | undefined): Promise<void>
  refresh(namespace: NamespaceId | undefined): Promise<void>
  submitted(sent: TransactionSent): void
  settled(decided: TransactionDecided): void
  dispose(): void
}

/** What was read of one account on one network. */
interface Pages {
  readonly abort: AbortController
  /** Newest first, without spam. */
  records: readonly TransactionRecord[]
  /** Of the records. */
  ids: Set<string>
  next: string | undefined
  searched: HistoryPage['searched']
  /** Of all pages, by code. */
  gaps: readonly HistoryGap[]
  readAt: number | undefined
  running: Promise<void> | undefined
}

const pageSize = 20
/** Milliseconds after which the newest page is old: what is kept of it by the provider of activity. */
const freshTime = 15_000
/** A source may answer a page of nothing and go on: so many are asked for at once. */
const mostEmptyPages = 3

/** Reads the activity that is looked at, one page at a time for each account and network. */
export function createController(tools: Tools): Controller {
  const { state, activity, clock, log, notifications, context } = tools
  const all = new Map<string, Pages>()
  const own = createOwnTransactions(tools, () => showAll())
  let timer: TimerHandle | undefined
  let isDisposed = false

  const targets = (): readonly Target[] =>
    [...new Set(tools.watched())].flatMap((namespace) => targetFor(namespace) ?? [])
  const targetFor = (namespace: NamespaceId | undefined) => {
    const wallet = tools.wallets.active(namespace)
    return wallet && targetOf(wallet)
  }

  function pagesOf({ key }: Target): Pages {
    const pages = all.get(key) ?? {
      abort: new AbortController(),
      records: [],
      ids: new Set(),
      next: undefined,
      searched: undefined,
      gaps: [],
      readAt: undefined,
      running: undefined,
    }
    all.set(key, pages)
    return pages
  }

  function update(): void {
    if (isDisposed) return
    if (timer !== undefined) clock.clearTimeout(timer)
    timer = undefined
    forgetLeft()
    let isWaiting = false
    for (const target of targets()) {
      if (!target.network) {
        put(target, { status: 'unsupported' })
        continue
      }
      const pages = pagesOf(target)
      isWaiting ||= ownOf(target).some(({ status }) => status === 'pending')
      isWaiting ||= pages.records.slice(0, pageSize).some(({ status }) => status === 'pending')
      const isOld = pages.readAt === undefined || clock.now() - pages.readAt >= freshTime
      const hasFailed = state.entries[target.key]?.status === 'error'
      if (isOld && !pages.running && !hasFailed) void readNewest(target)
    }
    // What waits for the chain is asked about; what is settled does not change.
    if (isWaiting) timer = clock.setTimeout(update, freshTime)
  }

  /** Whose account or network is no longer the active one, or at whom nobody looks: it is read anew when it is back. */
  function forgetLeft(): void {
    const active = new Set(tools.wallets.list().map((wallet) => targetOf(wallet).key))
    for (const key of Object.keys(state.entries)) {
      if (active.has(key)) continue
      all.get(key)?.abort.abort()
      all.delete(key)
      delete state.entries[key]
    }
  }

  /** One reading at a time: a second ask waits for the first. */
  function run(target: Target, work: (pages: Pages) => Promise<void>): Promise<void> {
    const pages = pagesOf(target)
    if (pages.running) return pages.running
    const running = work(pages).finally(() => {
      pages.running = undefined
      if (all.get(target.key) === pages) put(target, { reading: false })
      update()
    })
    pages.running = running
    put(target, { reading: true })
    return running
  }

  function readNewest(target: Target): Promise<void> {
    return run(target, async (pages) => {
      const isFirst = pages.readAt === undefined
      // An attempt counts, so that a failing source is not asked again and again.
      pages.readAt = clock.now()
      try {
        const page = await ask(target, pages, undefined)
        if (!page) return
        const records = clean(target, page)
        const merged = isFirst ? undefined : prependPage(pages.records, records)
        pages.records = merged ?? appendPage([], new Set(), records)
        pages.ids = new Set(pages.records.map(({ id }) => id))
        if (!merged) {
          pages.next = page.next
          pages.searched = page.searched
          pages.gaps = page.gaps ?? []
        }
        take(target, pages, page)
        if (records.length === 0 && pages.records.length === 0) await readOlder(target, pages)
      } catch (error) {
        if (pages.abort.signal.aborted) return
        if (isFirst || state.entries[target.key]?.status !== 'success') {
          pages.readAt = undefined
          fail(target, error, undefined)
        } else log.warn('The newest transactions could not be read.', error)
      }
    })
  }

  /** Older pages until one has something, a few at most. */
  async function readOlder(target: Target, pages: Pages): Promise<void> {
    const before = pages.records.length
    for (let count = 0; count < mostEmptyPages; count += 1) {
      const cursor = pages.next
      if (cursor === undefined) return
      try {
        const page = await ask(target, pages, cursor)
        if (!page) return
        pages.records = appendPage(pages.records, pages.ids, clean(target, page))
        // A source that answers the cursor it was asked with would go on for ever.
        pages.next = page.next === cursor ? undefined : page.next
        pages.searched = page.searched
        pages.gaps = joined(pages.gaps, page.gaps)
        take(target, pages, page)
      } catch (error) {
        if (!pages.abort.signal.aborted) fail(target, error, cursor)
        return
      }
      if (pages.records.length > before) return
    }
  }

  /** @returns `undefined` when nobody wants the answer any more. */
  async function ask(
    { networkId, address }: Target,
    { abort }: Pages,
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

  const clean = ({ networkId }: Target, { transactions }: ActivityPage) =>
    transactions.filter((record) => record.networkId === networkId && !isSpam(record))

  function take(target: Target, pages: Pages, { source, transactions }: ActivityPage): void {
    own.found(target.address, transactions)
    put(target, {
      status: 'success',
      source,
      error: undefined,
      hasMore: pages.next !== undefined,
      searched: pages.searched,
      gaps: pages.gaps,
    })
  }

  function fail(
    { address, isSmartAccount, ...target }: Target,
    cause: unknown,
    cursor: string | undefined,
  ): void {
    const error: BaseError = isKernelError(cause, 'TRANSACTIONS_UNAVAILABLE')
      ? cause
      : transactionsUnavailable(cause)
    const status = cursor === undefined ? 'error' : 'success'
    put({ address, isSmartAccount, ...target }, { status, error })
    notifications.showSnackbar(errorWords(error), { variant: 'error' })
    context.emit(TransactionsFailed, { address, isSmartAccount, ...(cursor === undefined ? {} : { cursor }) })
    log.warn('Transactions could not be read.', cause)
  }

  const ownOf = ({ networkId, address }: Target) => own.of(networkId, address)

  /** What this app sent goes before the history, which takes its place once it names it. */
  function shown(target: Target, pages: Pages): readonly TransactionRecord[] {
    const waiting = ownOf(target).filter(({ id }) => !pages.ids.has(id))
    return waiting.length === 0 ? pages.records : [...waiting, ...pages.records]
  }

  function put(target: Target, change: Partial<AccountActivity>): void {
    const { key, networkId, address } = target
    const pages = pagesOf(target)
    const before = state.entries[key]
    state.entries[key] = {
      networkId,
      address,
      status: before?.status ?? 'loading',
      hasMore: before?.hasMore ?? false,
      reading: before?.reading ?? false,
      searched: before?.searched,
      gaps: before?.gaps ?? [],
      source: before?.source,
      error: before?.error,
      ...change,
      // Not made observable one by one: there may be tens of thousands.
      transactions: ref(shown(target, pages)),
    }
  }

  function showAll(): void {
    for (const wallet of tools.wallets.list()) {
      const target = targetOf(wallet)
      if (state.entries[target.key]) put(target, {})
    }
  }

  return {
    update,
    async loadMore(namespace) {
      const target = targetFor(namespace)
      if (!target?.network) return
      const { status, hasMore, reading } = state.entries[target.key] ?? {}
      if (reading) return
      if (status === 'error') return readNewest(target)
      const cursor = pagesOf(target).next
      if (!hasMore || cursor === undefined) return
      const { address, isSmartAccount } = target
      context.emit(MoreTransactionsAsked, { address, isSmartAccount, cursor })
      await run(target, (pages) => readOlder(target, pages))
    },
    async refresh(namespace) {
      const target = targetFor(namespace)
      if (!target?.network) return
      await readNewest(target)
    },
    submitted(sent) {
      own.add(sent)
      update()
      sent
        .wait?.(context.signal)
        .then(({ status }) => settle({ address: sent.address, record: { ...sent.record, status } }))
        .catch((error: unknown) => {
          if (!context.signal.aborted) log.debug('Nobody could tell what became of a transaction.', error)
        })
    },
    settled: settle,
    dispose() {
      isDisposed = true
      if (timer !== undefined) clock.clearTimeout(timer)
      for (const { abort } of all.values()) abort.abort()
      own.dispose()
    },
  }

  function settle(decided: TransactionDecided): void {
    if (isDisposed) return
    own.decide(decided)
    for (const target of targets()) {
      const pages = all.get(target.key)
      if (pages && target.networkId === decided.record.networkId) pages.readAt = 0
    }
    update()
  }
}

/** A source may tell what it cannot see with every page. */
function joined(known: readonly HistoryGap[], further: readonly HistoryGap[] = []): readonly HistoryGap[] {
  return [...known, ...further.filter(({ code }) => !known.some((gap) => gap.code === code))]
}
