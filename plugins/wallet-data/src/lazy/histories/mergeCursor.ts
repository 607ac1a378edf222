import { BaseError } from '@latchkey/kernel/plugin'
import * as z from 'zod/mini'

/** Where a list goes on: its own cursor (`null` is its start), and the time that what is left is no newer than. */
export type ListPlace = readonly [cursor: string | null, ceiling: number]

/** Where a merged history goes on. */
export interface MergeCursor {
  /** Everything from then on was told. */
  readonly before: number
  /** By list. Those that ended are left out. */
  readonly lists: Readonly<Record<string, ListPlace>>
  /** What was told last, with its time: a reorganization may bring it once more, somewhat older. */
  readonly told: readonly (readonly [id: string, place: number])[]
}

/** Later than every transaction: what has no time yet stands at the top. */
export const newest = Number.MAX_SAFE_INTEGER

/** Characters of a transaction's id that a cursor may hold. */
export const longestId = 500

const time = z.number().check(z.gte(0))
const text = z.string().check(z.maxLength(50_000))
const schema = z.object({
  before: time,
  lists: z.record(z.string().check(z.maxLength(200)), z.tuple([z.nullable(text), time])),
  told: z.array(z.tuple([z.string().check(z.maxLength(longestId)), time])).check(z.maxLength(2_000)),
})

export const writeMergeCursor = (cursor: MergeCursor): string => JSON.stringify(cursor)

/** @throws BaseError `HISTORY_CURSOR_INVALID` */
export function readMergeCursor(cursor: string): MergeCursor {
  try {
    return z.parse(schema, JSON.parse(cursor))
  } catch (cause) {
    throw new BaseError('Couldn’t load more of the history: the cursor isn’t valid.', {
      code: 'HISTORY_CURSOR_INVALID',
      cause,
      metaMessages: ['Pass "next" of the last page unchanged.'],
    })
  }
}
