import type { NetworkId } from '../contracts/caip.js'
import type { Clock } from '../platform/clock.js'
import type { StorageKey, StorageService } from '../platform/storage.js'

/** A request to a wallet whose outcome isn't known yet, as it's stored across pages. */
export interface PendingEntry {
  readonly id: string
  readonly networkId: NetworkId
  /** Milliseconds since the epoch. */
  readonly sentAt: number
  readonly decision?: { readonly status: 'confirmed' | 'failed'; readonly at: number }
}

/** This app's requests that are under way, shared by the tabs of a site. */
export interface PendingList<T extends PendingEntry> {
  /** Newest first, without entries that are too old or that another program wrote. */
  list(): readonly T[]
  find(entry: Pick<T, 'id' | 'networkId'>): T | undefined
  /** Adds an entry, or replaces the one with the same id and network. */
  put(entry: T): void
}

export interface PendingListOptions<T extends PendingEntry> {
  readonly storage: StorageService
  readonly clock: Clock
  readonly key: StorageKey<readonly unknown[]>
  /** Milliseconds after which the chain can't decide any more. */
  readonly longestWait: number
  readonly mostKept: number
  /** Whether an entry is kept before others where there are more. Default: those without a decision are. */
  isOpen?(entry: T): boolean
  /** The entry, or `undefined` when the stored value isn't one of this app's. */
  read(stored: unknown): T | undefined
  /** The entry as a JSON value. */
  write(entry: T): unknown
}

/** Milliseconds a decision is kept for the tabs that wait for it. */
const decisionTime = 600_000

export function createPendingList<T extends PendingEntry>(options: PendingListOptions<T>): PendingList<T> {
  const { storage, clock, key, longestWait, mostKept } = options
  const isOpen = options.isOpen ?? (({ decision }: T) => decision === undefined)
  function list(): readonly T[] {
    const now = clock.now()
    // Newest first. This app never writes more, so anything after them came from another program.
    const newest = (storage.read(key) ?? []).slice(0, mostKept)
    const known = new Set<string>()
    return newest.flatMap((stored) => {
      const entry = options.read(stored)
      // A clock is set back by hours. What is dated days ahead isn't this app's, and would stay for as long.
      if (!entry || Math.abs(now - entry.sentAt) > longestWait) return []
      // Of what two tabs wrote, this page's own comes first.
      const name = `${entry.networkId} ${entry.id}`
      if (known.has(name)) return []
      known.add(name)
      return entry.decision && now - entry.decision.at > decisionTime ? [] : [entry]
    })
  }
  const isSame = (left: PendingEntry, right: Pick<T, 'id' | 'networkId'>) =>
    left.id === right.id && left.networkId === right.networkId
  return {
    list,
    find: (entry) => list().find((one) => isSame(one, entry)),
    put(entry) {
      const all = [entry, ...list().filter((one) => !isSame(one, entry))]
      const kept = new Set([...new Set([...all.filter(isOpen), ...all])].slice(0, mostKept))
      storage.write(key, all.filter((one) => kept.has(one)).map(options.write))
    },
  }
}
