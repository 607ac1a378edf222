import { createTimer, type Timer } from '@latchkey/kernel/contracts'
import { isAwaited, type Purchase } from '../purchases.js'
import { BuyInProgressRoute } from '../routes.js'
import { toastWords } from '../toastWords.js'
import type { PurchaseBook } from './createPurchaseBook.js'
import { findDelivery } from './findDelivery.js'
import type { OnrampTools } from './OnrampTools.js'
import { readStatus, readTransactions } from './readPurchase.js'
import { within } from './within.js'

/** As the specification says: every 4 s, for 3 minutes. */
const pollTime = 4_000
const watchTime = 180_000

export interface Watcher {
  /** Looks for it from now on, for three minutes. */
  start(id: string): void
  dispose(): void
}

/** Asks the chain whether what was bought has arrived. */
export function createWatcher(tools: OnrampTools, book: PurchaseBook): Watcher {
  const { state, clock, wallets, log, nativeBalances, navigation, notifications } = tools
  const ends = new Map<string, { readonly timer: Timer; until: number }>()
  const stopped = new AbortController()

  function stop(id: string): void {
    ends.get(id)?.timer.stop()
    ends.delete(id)
    state.watched = [...ends.keys()]
  }

  function settle(purchase: Purchase): void {
    if (purchase.status === 'open' || purchase.status === 'partial') return
    stop(purchase.id)
    const words = toastWords(purchase)
    if (words && !isShown(navigation, purchase.id))
      notifications.toast(words, { type: purchase.status === 'delivered' ? 'success' : 'error' })
    if (purchase.status === 'delivered') {
      void nativeBalances.refresh(purchase.networkId, purchase.address, { force: true })
    }
  }

  async function look(id: string): Promise<void> {
    const before = book.find(id)
    const watch = ends.get(id)
    if (!before || !watch) return stop(id)
    try {
      const told = await readStatus(tools, before, stopped.signal)
      const records = await within(clock, stopped.signal, (signal) => readTransactions(tools, before, signal))
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

/** Whether the person is looking at the purchase, which then says the same itself. */
function isShown({ state }: OnrampTools['navigation'], id: string): boolean {
  const { name, params } = (state.open && state.entries.at(-1)) || {}
  return name === BuyInProgressRoute.name && (params as { readonly id?: string } | undefined)?.id === id
}

/** Looks for what was bought before the page was loaded. */
export function resume(tools: OnrampTools, book: PurchaseBook, watcher: Watcher): void {
  const now = tools.clock.now()
  for (const purchase of book.list()) if (isAwaited(purchase, now)) watcher.start(purchase.id)
}
