import type { TransactionRecord } from '@latchkey/kernel/contracts'
import { ref } from 'valtio/vanilla'
import type { AccountActivity } from '../ActivityFeed.js'
import type { OwnTransactions } from './createOwnTransactions.js'
import { createPages, type Pages } from './Pages.js'
import { type Target, targetOf } from './target.js'
import type { Tools } from './tools.js'

/** What is shown of each account and network, with the pages it is made of. */
export interface Entries {
  findPages(target: Target): Pages | undefined
  /** Makes the pages where there are none. */
  pagesOf(target: Target): Pages
  put(target: Target, change: Partial<AccountActivity>): void
  showAll(): void
  /** Drops the entries of accounts and networks that are not active any more. They are read again when they return. */
  forgetLeft(): void
  dispose(): void
}

export function createEntries(
  { state, wallets }: Pick<Tools, 'state' | 'wallets'>,
  own: () => Pick<OwnTransactions, 'of' | 'replaced'>,
): Entries {
  const all = new Map<string, Pages>()

  function pagesOf({ key }: Target): Pages {
    const pages = all.get(key) ?? createPages()
    all.set(key, pages)
    return pages
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
      oldSince: before?.oldSince,
      ...change,
      // Not made observable one by one: there may be tens of thousands.
      transactions: ref(withSent(own().of(networkId, address), pages, own().replaced())),
    }
  }

  return {
    findPages: ({ key }) => all.get(key),
    pagesOf,
    put,
    showAll() {
      for (const wallet of wallets.list()) {
        const target = targetOf(wallet)
        if (state.entries[target.key]) put(target, {})
      }
    },
    forgetLeft() {
      const active = new Set(wallets.list().map((wallet) => targetOf(wallet).key))
      for (const key of Object.keys(state.entries)) {
        if (active.has(key)) continue
        all.get(key)?.abort.abort()
        all.delete(key)
        delete state.entries[key]
      }
    },
    dispose() {
      for (const { abort } of all.values()) abort.abort()
    },
  }
}

/** What this app sent goes before the history, which takes its place once it names it; an explorer alone doesn't. */
function withSent(
  sent: readonly TransactionRecord[],
  { ids, records: all }: Pages,
  replaced: ReadonlySet<string>,
): readonly TransactionRecord[] {
  const own = new Set(sent.map(({ id }) => id))
  const claimed = new Set(all.filter(({ id, isUnproven }) => isUnproven && own.has(id)).map(({ id }) => id))
  const records = claimed.size === 0 ? all : all.filter(({ id }) => !claimed.has(id))
  const waiting = sent.filter(({ id }) => !ids.has(id) || claimed.has(id))
  const isGone = ({ id, status }: TransactionRecord) => status === 'pending' && replaced.has(id)
  const left = records.some(isGone) ? records.filter((record) => !isGone(record)) : records
  return waiting.length === 0 ? left : [...waiting, ...left]
}
