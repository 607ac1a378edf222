import { say } from '#sentences'
import { KernelError } from '../errors/kernel.js'
import type { ExtensionPoint, ListReader, PointPolicy } from '../keys/extensionPoint.js'
import type { Entry } from './admitEntry.js'
import { type Listener, addListener, tellListeners } from './listeners.js'

interface Row {
  readonly owner: string
  readonly value: Entry
  readonly policy: PointPolicy<never> | undefined
}

/** The lists behind extension points: immutable arrays, made again when they are read after a change. */
export interface Contributions {
  add(owner: string, point: ExtensionPoint<never>, value: Entry): () => void
  readonly list: ListReader
  ownerOf(point: ExtensionPoint<never>, id: string): string | undefined
  /** Turns what an owner added into what its points say it is worth after a failed start. */
  degrade(owner: string): void
  /** Sentences of points about entries that cannot work. */
  review(): readonly string[]
  /**
   * Keeps lists in the order the host wrote the plugins, whatever the order of set-up or of late additions. Called once,
   * before anything is added.
   */
  rank(order: readonly string[]): void
  counts(): Record<string, number>
  subscribe(listener: () => void): () => void
}

/** @param onListenerError Receives what a listener threw; the others still run. */
export function createContributions(onListenerError: (error: unknown) => void): Contributions {
  const rows = new Map<string, readonly Row[]>()
  const lists = new Map<string, readonly unknown[]>()
  const listeners = new Set<Listener<void>>()
  let ranks: readonly string[] = []

  const rowsOf = (pointId: string) => rows.get(pointId) ?? []
  /** The owner's place in the host's order; owners the host did not list stand last. */
  const rankOf = ({ owner }: Row) => (ranks.includes(owner) ? ranks.indexOf(owner) : ranks.length)

  function set(pointId: string, next: readonly Row[]): void {
    rows.set(pointId, next)
    lists.delete(pointId)
    tellListeners(listeners, undefined, onListenerError)
  }

  const contributions: Contributions = {
    add(owner, point, value) {
      const { id: pointId, policy } = point
      const taken = contributions.ownerOf(point, value.id)
      if (taken !== undefined) throw duplicateContribution(point, value.id, taken)
      const list = rowsOf(pointId)
      const row = { owner, value, policy }
      // Put in its place instead of sorting: hundreds of wallets may be added one by one.
      const at = list.findLastIndex((other) => rankOf(other) <= rankOf(row)) + 1
      set(pointId, [...list.slice(0, at), row, ...list.slice(at)])
      return () => {
        const rest = rowsOf(pointId).filter((other) => other.owner !== owner || other.value.id !== value.id)
        if (rest.length < rowsOf(pointId).length) set(pointId, rest)
      }
    },
    list<T extends Entry>({ id }: ExtensionPoint<T>) {
      const list = lists.get(id) ?? Object.freeze(rowsOf(id).map((row) => row.value))
      lists.set(id, list)
      return list as readonly T[]
    },
    ownerOf: (point, id) => rowsOf(point.id).find((row) => row.value.id === id)?.owner,
    degrade(owner) {
      for (const [pointId, list] of rows) {
        const next = list.map((row) => {
          const value = row.owner === owner ? row.policy?.degrade?.(row.value as never) : undefined
          return value ? { ...row, value } : row
        })
        if (next.some((row, index) => row !== list[index])) set(pointId, next)
      }
    },
    review: () =>
      [...rows.values()].flat().flatMap(({ owner, value, policy }) => {
        const sentence = policy?.review?.(value as never, contributions.list)
        return sentence === undefined ? [] : [`${owner}: "${value.id}" ${sentence}`]
      }),
    rank(order) {
      ranks = order
    },
    counts: () => Object.fromEntries([...rows].map(([id, list]) => [id, list.length])),
    subscribe: (listener) => addListener(listeners, listener),
  }
  return contributions
}

export function duplicateContribution(point: ExtensionPoint<never>, id: string, owner: string): KernelError {
  const advice = point.policy?.whenTaken ?? say('prefix')
  return new KernelError(say('twice', point.id, id), {
    code: 'DUPLICATE_CONTRIBUTION',
    metaMessages: [`${say('twiceHelp', owner)} ${advice}`],
  })
}
