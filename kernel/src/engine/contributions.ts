import { KernelError } from '../errors/kernel.js'
import type { ExtensionPoint } from '../keys/extensionPoint.js'
import { type Listener, listen, tell } from './listeners.js'

interface Entry {
  readonly owner: string
  readonly value: { readonly id: string }
}

/** The lists behind extension points: immutable arrays, made anew when asked for after a change. */
export interface Contributions {
  add(owner: string, point: ExtensionPoint<never>, value: { readonly id: string }): () => void
  list<T extends { readonly id: string }>(point: ExtensionPoint<T>): readonly T[]
  ownerOf(point: ExtensionPoint<never>, id: string): string | undefined
  /** Rewrites what an owner added to a point, in place. */
  rewrite<T extends { readonly id: string }>(
    owner: string,
    point: ExtensionPoint<T>,
    change: (value: T) => T,
  ): void
  /**
   * Keeps lists in the order the host wrote the plugins, whatever the order of set-up or of late additions. Said once,
   * before anything is added.
   */
  rank(order: readonly string[]): void
  counts(): Record<string, number>
  subscribe(listener: () => void): () => void
}

/** @param onListenerError Told of a listener that threw; the others still run. */
export function createContributions(onListenerError: (error: unknown) => void): Contributions {
  const entries = new Map<string, readonly Entry[]>()
  const lists = new Map<string, readonly unknown[]>()
  const listeners = new Set<Listener<void>>()
  let ranks: readonly string[] = []

  const entriesOf = (pointId: string) => entries.get(pointId) ?? []
  /** The owner's place in the host's order; owners the host did not list stand last. */
  function rankOf({ owner }: Entry): number {
    const rank = ranks.indexOf(owner)
    return rank < 0 ? ranks.length : rank
  }

  function set(pointId: string, next: readonly Entry[]): void {
    entries.set(pointId, next)
    lists.delete(pointId)
    tell(listeners, undefined, onListenerError)
  }

  const contributions: Contributions = {
    add(owner, { id: pointId }, value) {
      const taken = contributions.ownerOf({ id: pointId }, value.id)
      if (taken !== undefined) throw duplicateContribution(pointId, value.id, taken)
      const list = entriesOf(pointId)
      const entry = { owner, value }
      // Put in its place instead of sorting: hundreds of wallets may be added one by one.
      const at = list.findLastIndex((other) => rankOf(other) <= rankOf(entry)) + 1
      set(pointId, [...list.slice(0, at), entry, ...list.slice(at)])
      return () => {
        const rest = entriesOf(pointId).filter(
          (other) => other.owner !== owner || other.value.id !== value.id,
        )
        if (rest.length < entriesOf(pointId).length) set(pointId, rest)
      }
    },
    list<T extends { readonly id: string }>({ id }: ExtensionPoint<T>) {
      const list = lists.get(id) ?? Object.freeze(entriesOf(id).map((entry) => entry.value))
      lists.set(id, list)
      return list as readonly T[]
    },
    ownerOf: (point, id) => entriesOf(point.id).find((entry) => entry.value.id === id)?.owner,
    rewrite<T extends { readonly id: string }>(
      pluginId: string,
      { id }: ExtensionPoint<T>,
      change: (value: T) => T,
    ) {
      if (!entriesOf(id).some(({ owner }) => owner === pluginId)) return
      set(
        id,
        entriesOf(id).map(({ owner, value }) => ({
          owner,
          value: owner === pluginId ? change(value as T) : value,
        })),
      )
    },
    rank(order) {
      ranks = order
    },
    counts: () => Object.fromEntries([...entries].map(([id, list]) => [id, list.length])),
    subscribe: (listener) => listen(listeners, listener),
  }
  return contributions
}

export function duplicateContribution(pointId: string, id: string, owner: string): KernelError {
  return new KernelError(`"${id}" was added to "${pointId}" twice.`, {
    code: 'DUPLICATE_CONTRIBUTION',
    metaMessages: [`The first one came from the plugin "${owner}". Prefix ids with the plugin's own id.`],
  })
}
