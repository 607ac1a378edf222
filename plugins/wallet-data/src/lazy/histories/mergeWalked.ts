import type { TransactionRecord } from '@latchkey/kernel/contracts'
import { type ListPlace, type MergeCursor, newest, writeMergeCursor } from './mergeCursor.js'
import { type Account, uniteEntries } from './uniteEntries.js'
import { boundOf, type PlacedEntry, type WalkedList } from './walkLists.js'

/** Milliseconds in which a reorganization may put a transaction into another block. */
export const reorganizationSpan = 900_000
/** Ids that a cursor remembers. */
const mostTold = 1_000

export interface MergedTransaction {
  readonly id: string
  readonly place: number
  readonly found: readonly PlacedEntry[]
  readonly record: TransactionRecord
}

export interface MergeRequest {
  readonly account: Account
  readonly limit: number
  readonly start: MergeCursor | undefined
  /** Whether a transaction is no history any more. */
  isGone(merged: MergedTransaction): boolean
}

/** The next transactions of all lists, each once, newest first, and where to go on. */
export function mergeWalked(
  walked: readonly WalkedList[],
  { account, limit, start, isGone }: MergeRequest,
): { readonly transactions: readonly TransactionRecord[]; readonly next?: string } {
  const bound = boundOf(walked)
  const before = start?.before ?? Number.POSITIVE_INFINITY
  const told = new Map(start?.told ?? [])
  const byId = groupById(walked)
  const ready = [...byId].flatMap(([id, found]) => {
    // What was told by another source, from another block, is told by now.
    const place = Math.max(-1, ...found.flatMap((one) => (one.place < before ? one.place : [])))
    return place > bound ? [{ id, place, found }] : []
  })
  ready.sort(compare)
  const page = cutAtTime(ready, limit)
  const shown = page.flatMap(({ id, place, found }) => {
    // Told on an earlier page, from another block.
    if (told.has(id)) return []
    const record = uniteEntries(id, found, account)
    const merged = record && { id, place, found, record }
    return merged && !isGone(merged) ? [merged] : []
  })
  for (const { id, place } of shown) told.set(id, place)
  const last = page.at(-1)?.place ?? start?.before ?? newest + 1
  const next = continueAfter(walked, last, told)
  return {
    transactions: shown.map(({ record }) => record),
    ...(next ? { next: writeMergeCursor(next) } : {}),
  }
}

interface ReadyTransaction {
  readonly id: string
  readonly place: number
  readonly found: readonly PlacedEntry[]
}

function groupById(walked: readonly WalkedList[]): ReadonlyMap<string, readonly PlacedEntry[]> {
  const byId = new Map<string, PlacedEntry[]>()
  for (const one of walked.flatMap(({ pages }) => pages.flatMap(({ entries }) => entries))) {
    const found = byId.get(one.entry.id)
    if (found) found.push(one)
    else byId.set(one.entry.id, [one])
  }
  return byId
}

const factOf = ({ found }: ReadyTransaction, fact: 'block' | 'index') =>
  found.find(({ entry }) => entry[fact] !== undefined)?.entry[fact] ?? -1

/** By time, then by height, then by place in the block. What is equal stays in the order of the sources. */
function compare(one: ReadyTransaction, other: ReadyTransaction): number {
  return (
    other.place - one.place ||
    factOf(other, 'block') - factOf(one, 'block') ||
    factOf(other, 'index') - factOf(one, 'index')
  )
}

/** Transactions of one time stay together, so that the next page can begin with the time before. */
function cutAtTime(ready: readonly ReadyTransaction[], limit: number): readonly ReadyTransaction[] {
  const last = ready[limit - 1]
  return last ? ready.filter(({ place }) => place >= last.place) : ready
}

/** Each list goes on with the page that has something left, or that wasn't read. */
function continueAfter(
  walked: readonly WalkedList[],
  before: number,
  told: ReadonlyMap<string, number>,
): MergeCursor | undefined {
  const lists: Record<string, ListPlace> = {}
  let isOver = true
  for (const { list, pages, next, failure } of walked) {
    const left = pages.find(({ entries }) => entries.some(({ place }) => place < before))
    const goesOn = left?.start ?? next
    if (!goesOn) continue
    lists[list.id] = goesOn
    // A list that can't be read is tried again with the others, and doesn't go on for itself.
    if (left || !failure) isOver = false
  }
  if (isOver) return undefined
  const recent = [...told].filter(([, place]) => place <= before + reorganizationSpan)
  return { before, lists, told: recent.slice(-mostTold) }
}
