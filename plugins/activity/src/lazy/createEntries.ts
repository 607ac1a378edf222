import type { TransactionRecord } from '@latchkey/kernel/plugin'
import { ref } from 'valtio/vanilla'
import type { AccountActivity } from '../ActivityFeed.js'
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

/** @param ownOf transactions that this app sent and no history names yet, newest first */
export function createEntries(
  { state, wallets }: Pick<Tools, 'state' | 'wallets'>,
  ownOf: (target: Target) => readonly TransactionRecord[],
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
      ...change,
      // Not made observable one by one: there may be tens of thousands.
      transactions: ref(withSent(ownOf(target), pages)),
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

/** What this app sent goes before the history, which takes its place once it names it. */
function withSent(sent: readonly TransactionRecord[], { ids, records }: Pages): readonly TransactionRecord[] {
  const waiting = sent.filter(({ id }) => !ids.has(id))
  return waiting.length === 0 ? records : [...waiting, ...records]
}
