import type { Database } from '../database/schema.js'
import type { IndexerState } from '../indexer/startIndexer.js'

export async function writeState(
  database: Database,
  { networkId, height, isCaughtUp, problem }: IndexerState,
): Promise<void> {
  const row = { height: height ?? null, is_caught_up: isCaughtUp ? 1 : 0, problem: problem ?? null }
  await database
    .insertInto('index_state')
    .values({ network_id: networkId, ...row })
    .onConflict((conflict) => conflict.column('network_id').doUpdateSet(row))
    .execute()
}

export async function readStates(database: Database): Promise<readonly IndexerState[]> {
  const rows = await database.selectFrom('index_state').selectAll().execute()
  return rows.map(({ network_id: networkId, height, is_caught_up: caughtUp, problem }) => ({
    networkId,
    ...(height === null ? {} : { height }),
    isCaughtUp: caughtUp === 1,
    ...(problem === null ? {} : { problem }),
  }))
}
