import type { Database } from '../database/schema.js'

export interface StoredEvent {
  readonly id: string
  readonly projectId: string
  readonly receivedAt: number
  readonly origin: string | undefined
  readonly body: string
}

export interface Analytics {
  /** Keeps events; one that came already is kept once. */
  store(events: readonly StoredEvent[]): Promise<void>
}

const usuallyKept = 1_000_000

/** Keeps the newest events, and up to a tenth more until the oldest are deleted. */
export function createAnalytics(database: Database, kept = usuallyKept): Analytics {
  /** Since they were counted. Nothing tells how many were there at the start. */
  let stored = kept
  return {
    async store(events) {
      const rows = events.map(({ id, projectId, receivedAt, origin, body }) => {
        return { id, project_id: projectId, received_at: receivedAt, origin: origin ?? null, body }
      })
      await database
        .insertInto('analytics_event')
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      stored += rows.length
      if (stored * 10 < kept) return
      stored = 0
      await deleteOldest(database, kept)
    },
  }
}

async function deleteOldest(database: Database, kept: number): Promise<void> {
  const last = await database
    .selectFrom('analytics_event')
    .select(['received_at', 'id'])
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .offset(kept)
    .limit(1)
    .executeTakeFirst()
  if (!last) return
  const { received_at: at, id } = last
  await database
    .deleteFrom('analytics_event')
    .where((of) =>
      of.or([of('received_at', '<', at), of.and([of('received_at', '=', at), of('id', '<=', id)])]),
    )
    .execute()
}

/** The newest events, the newest first. */
export async function readEvents(database: Database, limit: number): Promise<readonly unknown[]> {
  const rows = await database
    .selectFrom('analytics_event')
    .select('body')
    .orderBy('received_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ body }) => JSON.parse(body))
}
