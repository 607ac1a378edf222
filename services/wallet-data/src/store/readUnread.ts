import type { Database } from '../database/schema.js'
import type { UnreadTransaction } from '../chains/chain.js'

/** Transactions of a chain that couldn't be read, oldest first. */
export async function readUnread(
  database: Database,
  networkId: string,
): Promise<readonly UnreadTransaction[]> {
  const rows = await database
    .selectFrom('unread_transaction')
    .select(['id', 'height', 'position', 'mined_at as minedAt'])
    .where('network_id', '=', networkId)
    .orderBy('height')
    .orderBy('position')
    .execute()
  return rows.map((row) => ({ ...row, isUnread: true as const }))
}

/** How many transactions of each chain couldn't be read. Chains without any are left out. */
export async function countUnread(
  database: Database,
  networkIds: readonly string[],
): Promise<readonly { readonly networkId: string; readonly count: number }[]> {
  const rows = await database
    .selectFrom('unread_transaction')
    .select(({ fn }) => ['network_id as networkId', fn.countAll<number>().as('count')])
    .where('network_id', 'in', [...networkIds])
    .groupBy('network_id')
    .orderBy('network_id')
    .execute()
  return rows.map(({ networkId, count }) => ({ networkId, count: Number(count) }))
}
