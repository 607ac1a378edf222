import type { NamespaceId, TimerHandle } from '@latchkey/kernel/plugin'
import type { TransactionDecided, TransactionSent } from '@latchkey/kernel/transaction'
import { MoreTransactionsAsked } from '../events.js'
import { createEntries } from './createEntries.js'
import { createOwnTransactions, type OwnTransactions } from './createOwnTransactions.js'
import { createReplacements, type Replacements } from './createReplacements.js'
import { freshSentKey } from '../freshSent.js'
import { pageSize, readNewestPage, readOlderPages, type Reading } from './readPages.js'
import { readFresh } from './storedPending.js'
import { type Target, targetOf } from './target.js'
import type { Tools } from './tools.js'

export interface ActivityController {
  /** Something changed: the connected accounts, their networks, or what is on screen. */
  update(): void
  loadMore(namespace: NamespaceId | undefined): Promise<void>
  refresh(namespace: NamespaceId | undefined): Promise<void>
  replace: Replacements['replace']
  forget(id: string): void
  submitted(sent: TransactionSent): void
  settled(decided: TransactionDecided): void
  dispose(): void
}

/** Milliseconds after which the newest page is old: as long as the provider of activity keeps it. */
const freshTime = 15_000

/** Reads the activity that is on screen, one page at a time for each account and network. */
export function createActivityController(tools: Tools): ActivityController {
  const own = createOwnTransactions(tools, () => entries.showAll())
  const entries = createEntries(tools, () => own)
  const replacements = createReplacements(tools, own)
  let timer: TimerHandle | undefined
  let isDisposed = false

  const targetFor = (namespace: NamespaceId | undefined) => {
    const wallet = tools.wallets.active(namespace)
    return wallet && targetOf(wallet)
  }
  const targets = (): readonly Target[] =>
    [...new Set(tools.watched())].flatMap((namespace) => targetFor(namespace) ?? [])
  const readings: Readings = { tools, entries, own, update: () => update() }

  function update(): void {
    if (isDisposed) return
    if (timer !== undefined) tools.clock.clearTimeout(timer)
    timer = undefined
    entries.forgetLeft()
    const waiting = targets().map((target) => updateTarget(readings, target))
    // Only transactions that wait for the chain change: the newest page is read again for them.
    if (waiting.includes(true)) timer = tools.clock.setTimeout(update, freshTime)
  }

  function settle(decided: TransactionDecided): void {
    if (isDisposed) return
    own.decide(decided)
    for (const target of targets()) {
      const pages = entries.findPages(target)
      if (pages && target.networkId === decided.record.networkId) pages.readAt = 0
    }
    update()
  }

  takeFresh(tools, own)
  replacements.resume()
  return {
    update,
    replace: replacements.replace,
    forget: replacements.forget,
    loadMore: (namespace) => loadMore(readings, targetFor(namespace)),
    async refresh(namespace) {
      const target = targetFor(namespace)
      if (target?.network) await runReading(readings, target, readNewestPage)
    },
    submitted(sent) {
      takeFresh(tools, own, sent)
      update()
      followSent(tools, sent, settle)
    },
    settled: settle,
    dispose() {
      isDisposed = true
      if (timer !== undefined) tools.clock.clearTimeout(timer)
      entries.dispose()
      own.dispose()
    },
  }
}

/** Takes over what was written down before this code could: in this page, or in one that was left. */
function takeFresh({ storage }: Tools, own: Pick<OwnTransactions, 'add'>, told?: TransactionSent): void {
  if (told) own.add(told)
  const fresh = storage.read(freshSentKey)
  if (!fresh) return
  for (const sent of readFresh(fresh)) own.add(sent)
  storage.remove(freshSentKey)
}

function followSent(
  { context: { signal }, log }: Tools,
  sent: TransactionSent,
  settle: (decided: TransactionDecided) => void,
): void {
  sent
    .wait?.(signal)
    .then(({ status }) => settle({ address: sent.address, record: { ...sent.record, status } }))
    .catch((error: unknown) => {
      if (!signal.aborted) log.debug('The outcome of a transaction could not be followed.', error)
    })
}

interface Readings extends Pick<Reading, 'tools' | 'entries' | 'own'> {
  /** Looks again at what is due. */
  update(): void
}

/** Reads the newest page where it is due. @returns Whether a transaction waits for the chain. */
function updateTarget(readings: Readings, target: Target): boolean {
  const { tools, entries, own } = readings
  if (!target.network) {
    entries.put(target, { status: 'unsupported' })
    return false
  }
  const pages = entries.pagesOf(target)
  const sent = own.of(target.networkId, target.address)
  const isOld = pages.readAt === undefined || tools.clock.now() - pages.readAt >= freshTime
  const hasFailed = tools.state.entries[target.key]?.status === 'error'
  const isWaiting = [...sent, ...pages.records.slice(0, pageSize)].some(({ status }) => status === 'pending')
  if (isOld && !pages.running && !hasFailed) void runReading(readings, target, readNewestPage)
  return isWaiting
}

/** One reading at a time: a second one waits for the first. */
function runReading(
  { tools, entries, own, update }: Readings,
  target: Target,
  read: (reading: Reading) => Promise<void>,
): Promise<void> {
  const pages = entries.pagesOf(target)
  if (pages.running) return pages.running
  const running = read({ tools, entries, own, target, pages }).finally(() => {
    pages.running = undefined
    if (entries.findPages(target) === pages) entries.put(target, { reading: false })
    update()
  })
  pages.running = running
  entries.put(target, { reading: true })
  return running
}

async function loadMore(readings: Readings, target: Target | undefined): Promise<void> {
  if (!target?.network) return
  const { tools, entries } = readings
  const { status, hasMore, reading } = tools.state.entries[target.key] ?? {}
  if (reading) return
  if (status === 'error') return runReading(readings, target, readNewestPage)
  const cursor = entries.pagesOf(target).next
  if (!hasMore || cursor === undefined) return
  const { address, isSmartAccount } = target
  tools.context.emit(MoreTransactionsAsked, { address, isSmartAccount, cursor })
  await runReading(readings, target, readOlderPages)
}
