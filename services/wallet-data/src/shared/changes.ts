import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Database } from '../database/schema.js'
import type { IndexerState } from '../indexer/startIndexer.js'

/** Canonical addresses whose answers have changed. */
export type Touched = readonly string[] | 'all'

export type AnnounceTouched = (open: Database, touched: Touched) => Promise<void>

/** Tells the other instances, in the transaction that makes it so: they hear of it when it's there, or never. */
export interface Announce {
  readonly touched: AnnounceTouched
  /** Canonical addresses whose names have changed. */
  names(open: Database, addresses: readonly string[]): Promise<void>
  state(open: Database, state: IndexerState): Promise<void>
}

/** Where instances of one database tell each other what has changed. */
export const noticeChannel = 'latchkey_wallet_data'

const stateShape = z.object({
  networkId: z.string(),
  height: z.optional(z.number()),
  isCaughtUp: z.boolean(),
  problem: z.optional(z.string()),
})

const noticeShape = z.object({
  /** Of the instance that tells. */
  from: z.string(),
  touched: z.optional(z.union([z.array(z.string()), z.literal('all')])),
  names: z.optional(z.array(z.string())),
  state: z.optional(stateShape),
})
export type Notice = z.infer<typeof noticeShape>

/** PostgreSQL takes 8,000 bytes. An address has at most 66. */
const addressesAtOnce = 100
/** Above so many, forgetting everything costs less than telling. */
const addressesTold = 5_000

/** For a database of one process. */
export const announceNothing: Announce = {
  touched: async () => {},
  names: async () => {},
  state: async () => {},
}

/** @param from tells instances apart */
export function createAnnounce(from: string): Announce {
  const notify = async (open: Database, notice: Omit<Notice, 'from'>) => {
    await sql`select pg_notify(${noticeChannel}, ${JSON.stringify({ from, ...notice })})`.execute(open)
  }
  return {
    async touched(open, touched) {
      const unique = touched === 'all' ? [] : [...new Set(touched)]
      if (touched === 'all' || unique.length > addressesTold) return notify(open, { touched: 'all' })
      for (let start = 0; start < unique.length; start += addressesAtOnce) {
        await notify(open, { touched: unique.slice(start, start + addressesAtOnce) })
      }
    },
    names: (open, names) => notify(open, { names: [...names] }),
    state: (open, state) => notify(open, { state }),
  }
}

/** `undefined` for what is no notice of this version: another one may run beside it while it's replaced. */
export function readNotice(text: string): Notice | undefined {
  try {
    return noticeShape.safeParse(JSON.parse(text)).data
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
