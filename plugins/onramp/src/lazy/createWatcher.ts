import { History, type TransactionRecord } from '@latchkey/kernel/plugin'
import { onrampError } from '../onrampErrors.js'
import { OnrampProvider, type OnrampStatus } from '../OnrampProvider.js'
import { isAwaited, type Purchase } from '../purchases.js'
import { toastWords } from '../toastWords.js'
import { checkStatus } from './checkAnswers.js'
import { createTimer } from './createTimer.js'
import { findDelivery } from './findDelivery.js'
import type { OnrampTools } from './OnrampTools.js'
import type { PurchaseBook } from './createPurchaseBook.js'
import { within } from './within.js'

/** As the specification says: every 4 s, for 3 minutes. */
const pollTime = 4_000
const watchTime = 180_000
/** Transactions that are read of an account. */
const recordLimit = 50

export interface Watcher {
  /** Looks for it from now on, for three minutes. */
  start(id: string): void
  /** The account's transactions, newest first. */
  transactions(
    of: Pick<Purchase, 'networkId' | 'address'>,
    signal: AbortSignal,
  ): Promise<readonly TransactionRecord[]>
  dispose(): void
}

/** Asks the chain whether what was bought has arrived. */
export function createWatcher(tools: OnrampTools, book: PurchaseBook): Watcher {
  const { state, clock, wallets, log, nativeBalances, notifications } = tools
  const ends = new Map<string, { readonly timer: ReturnType<typeof createTimer>; until: number }>()
  const stopped = new AbortController()

  async function transactions(
    { networkId, address }: Pick<Purchase, 'networkId' | 'address'>,
    signal: AbortSignal,
  ): Promise<readonly TransactionRecord[]> {
    const question = { networkId, address, limit: recordLimit, fresh: true, signal }
    const reader = tools.activity ?? wallets.chain(networkId, History)
    if (!reader) throw onrampError('ONRAMP_UNWATCHED')
    return (await reader.read(question)).transactions
  }

  /** What the provider says, where it says anything. Its silence changes nothing. */
  async function statusOf({ providerId, sessionId }: Purchase): Promise<OnrampStatus | undefined> {
    const provider = tools.context.list(OnrampProvider).find(({ id }) => id === providerId)
    try {
      const source = await provider?.load()
      if (!source?.status) return undefined
      const ask = source.status.bind(source)
      return checkStatus(await within(clock, stopped.signal, (signal) => ask({ id: sessionId, signal })))
    } catch (error) {
      log.debug(`"${providerId}" did not say how a purchase stands.`, error)
      return undefined
    }
  }

  function stop(id: string): void {
    ends.get(id)?.timer.stop()
    ends.delete(id)
    state.watched = [...ends.keys()]
  }

  function settle(purchase: Purchase): void {
    if (purchase.status === 'open' || purchase.status === 'partial') return
    stop(purchase.id)
    const words = toastWords(purchase)
    if (words) notifications.toast(words, { type: purchase.status === 'delivered' ? 'success' : 'error' })
    if (purchase.status === 'delivered') {
      void nativeBalances.refresh(purchase.networkId, purchase.address, { force: true })
    }
  }

  async function look(id: string): Promise<void> {
    const before = book.find(id)
    const watch = ends.get(id)
    if (!before || !watch) return stop(id)
    try {
      const told = await statusOf(before)
      const records = await within(clock, stopped.signal, (signal) => transactions(before, signal))
      const current = book.find(id)
      if (!current || stopped.signal.aborted || ends.get(id) !== watch) return
      const next = findDelivery(wallets, current, records, told)
      book.put(next)
      settle(next)
    } catch (error) {
      log.warn('The account could not be asked for what was bought.', error)
    }
    if (stopped.signal.aborted || ends.get(id) !== watch) return
    if (clock.now() >= watch.until) return stop(id)
    watch.timer.start(() => void look(id), pollTime)
  }

  return {
    transactions,
    start(id) {
      const purchase = book.find(id)
      if (!purchase || stopped.signal.aborted) return
      if (purchase.status === 'delivered' || purchase.status === 'refunded') return
      stop(id)
      ends.set(id, { timer: createTimer(clock), until: clock.now() + watchTime })
      state.watched = [...ends.keys()]
      void look(id)
    },
    dispose() {
      stopped.abort()
      for (const id of [...ends.keys()]) stop(id)
    },
  }
}

/** Looks for what was bought before the page was loaded. */
export function resume(tools: OnrampTools, book: PurchaseBook, watcher: Watcher): void {
  const now = tools.clock.now()
  for (const purchase of book.list()) if (isAwaited(purchase, now)) watcher.start(purchase.id)
}
