import type { BaseError } from '@latchkey/kernel/plugin'
import type { HistoryGap, HistoryPage } from '@latchkey/kernel/contracts'
import type { HistoryEntry, HistoryListPage, HistoryListRequest } from '../../histories/HistorySource.js'
import type { ListReader, SourceList } from './createListReader.js'
import { type ListPlace, longestId, type MergeCursor, newest } from './mergeCursor.js'
import { sourceError } from '../../histories/lazy/sourceErrors.js'
import type { FoundEntry } from './uniteEntries.js'

/** Pages in a row without anything to show, after which an empty page is told. */
const mostRounds = 12
/** Pages in a row of a list that come no further back in time, after which it counts as failed. A block may have ten. */
const mostStuck = 11
/** The same, for pages that hold nothing either. */
const mostEmpty = 3
/** Characters of a cursor: of a listed source, and of the chain or the service, which read many accounts side by side. */
const longestNext = { listed: 2_000, own: 50_000 }

export interface PlacedEntry extends FoundEntry {
  /** Milliseconds since the epoch; never newer than the entry before it in its list. */
  readonly place: number
}

interface ReadPage {
  readonly start: ListPlace
  readonly entries: readonly PlacedEntry[]
}

/** What was read of a list. */
export interface WalkedList {
  readonly list: SourceList
  readonly pages: ReadPage[]
  /** Where it goes on; `undefined` at its end. */
  next: ListPlace | undefined
  /** What wasn't read yet is no newer than this. */
  bound: number
  failure: BaseError | undefined
  leftOut: number
  gaps: readonly HistoryGap[]
  searched: HistoryPage['searched']
  /** Pages in a row that came no further back in time. */
  stuck: number
}

export interface WalkRequest extends Omit<HistoryListRequest, 'cursor' | 'limit'> {
  readonly limit: number
  readonly start: MergeCursor | undefined
}

/**
 * Reads lists side by side until there is enough that nothing unread can be newer than: a list that waits far back is only read
 * on when the others have come there.
 */
export async function walkLists(
  lists: readonly SourceList[],
  read: ListReader,
  request: WalkRequest,
): Promise<readonly WalkedList[]> {
  const { start, limit } = request
  const walked = lists.map((list) => openList(list, start))
  for (let round = 0; round < mostRounds && !isEnough(walked, start, limit); round += 1) {
    const bound = boundOf(walked)
    const due = walked.filter((one) => isOpen(one) && one.bound >= bound)
    if (due.length === 0) break
    await Promise.all(due.map((one) => readOn(one, read, request)))
  }
  return walked
}

function openList(list: SourceList, start: MergeCursor | undefined): WalkedList {
  const next: ListPlace | undefined = start ? start.lists[list.id] : [null, newest]
  return {
    list,
    next,
    bound: next?.[1] ?? 0,
    pages: [],
    failure: undefined,
    leftOut: 0,
    gaps: [],
    searched: undefined,
    stuck: 0,
  }
}

const isOpen = ({ next, failure }: WalkedList) => next !== undefined && failure === undefined

/** Nothing that wasn't read is newer than this. */
export function boundOf(walked: readonly WalkedList[]): number {
  return Math.max(-1, ...walked.filter(isOpen).map(({ bound }) => bound))
}

function isEnough(walked: readonly WalkedList[], start: MergeCursor | undefined, limit: number): boolean {
  const bound = boundOf(walked)
  const before = start?.before ?? Number.POSITIVE_INFINITY
  const ready = new Set<string>()
  for (const { pages } of walked) {
    for (const { entry, place } of pages.flatMap(({ entries }) => entries)) {
      if (place > bound && place < before) ready.add(entry.id)
    }
  }
  return ready.size >= limit
}

async function readOn(walked: WalkedList, read: ListReader, request: WalkRequest): Promise<void> {
  const { list, next: start } = walked
  if (!start) return
  const [cursor, ceiling] = start
  const { start: merged, ...question } = request
  try {
    const asked = cursor === null ? question : { ...question, cursor }
    const page = await read(list, asked, merged === undefined && cursor === null)
    const known = page.entries.filter(({ id }) => id.length <= longestId)
    const entries = placeEntries(list, known, ceiling)
    walked.pages.push({ start, entries })
    const last = entries.at(-1)?.place ?? ceiling
    walked.bound = Math.min(ceiling, page.since ?? last)
    const longest = list.isListed ? longestNext.listed : longestNext.own
    const isTooLong = page.next !== undefined && page.next.length > longest
    walked.next = page.next === undefined || isTooLong ? undefined : [page.next, Math.min(last, walked.bound)]
    takeNotes(walked, page, page.entries.length - known.length + (isTooLong ? 1 : 0))
    failWhenEndless(walked, ceiling, page)
  } catch (error) {
    walked.failure = error as BaseError
  }
}

function takeNotes(
  walked: WalkedList,
  { leftOut = 0, gaps = [], searched }: HistoryListPage,
  dropped: number,
): void {
  walked.leftOut += leftOut + dropped
  walked.gaps = [...walked.gaps, ...gaps]
  walked.searched = searched
}

/** A list that leads to a place it led to before, or never goes back in time, would hide what all the others have. */
function failWhenEndless(walked: WalkedList, ceiling: number, { entries, since }: HistoryListPage): void {
  const { list, next, pages, bound } = walked
  const isRepeated = pages.some(({ start: [cursor] }) => cursor !== null && cursor === next?.[0])
  walked.stuck = bound < ceiling ? 0 : walked.stuck + 1
  const most = entries.length === 0 && since === undefined ? mostEmpty : mostStuck
  // The chain's own history may look through long spans where nothing happened.
  const isStuck = next !== undefined && list.source > 0 && walked.stuck >= most
  if (!isRepeated && !isStuck) return
  walked.next = undefined
  walked.failure = sourceError('HISTORY_SOURCE_FAILED', list.sourceName, [
    'Its pages don’t come to an end, or lead to a page that was read before.',
  ])
}

/** Some sources tell milliseconds, others whole seconds. */
// no money: milliseconds
const inSeconds = (time: number) => (time === newest ? time : Math.floor(time / 1_000) * 1_000)

function placeEntries(
  { source, id: list, isListed }: SourceList,
  entries: readonly HistoryEntry[],
  ceiling: number,
): readonly PlacedEntry[] {
  let place = ceiling
  return entries.map((entry) => {
    place = Math.min(place, inSeconds(entry.minedAt ?? place))
    return { entry, place, source, list, isListed }
  })
}
