import type { Database } from '../database/schema.js'

export interface StoredEvent {
  readonly id: string
  readonly projectId: string
  readonly receivedAt: number
  readonly origin: string | undefined
  readonly body: string
}

/** Keeps events; one that came already is kept once. */
export async function storeEvents(database: Database, events: readonly StoredEvent[]): Promise<void> {
  const rows = events.map(({ id, projectId, receivedAt, origin, body }) => {
    return { id, project_id: projectId, received_at: receivedAt, origin: origin ?? null, body }
  })
  await database
    .insertInto('analytics_event')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
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
