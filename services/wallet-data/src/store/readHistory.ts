import type { Database } from '../database/schema.js'
import type { HistoryPlace } from './historyCursor.js'
import { chunked } from './readIndex.js'

export interface HistoryQuery {
  /** Canonical. */
  readonly address: string
  readonly networkIds: readonly string[]
  /** Of the last transaction of the page before. */
  readonly after?: HistoryPlace | undefined
  readonly limit: number
}

export interface HistoryMovement {
  readonly asset: string
  readonly tokenId: string
  readonly sender: string | undefined
  readonly receiver: string | undefined
  readonly amount: bigint
  /** What the index knows of the asset. */
  readonly facts: { readonly name: string; readonly symbol: string; readonly decimals: number } | undefined
}

export interface HistoryRow extends HistoryPlace {
  readonly sender: string | undefined
  readonly receiver: string | undefined
  readonly isFailed: boolean
  readonly operation: string | undefined
  readonly nonce: number
  readonly fee: bigint | undefined
  /** Only what the address gave or got. */
  readonly movements: readonly HistoryMovement[]
}

/** A transaction may move things for an address any number of times; so many of them are told. */
const movementsShown = 100

/** One page of what an address took part in, newest first. */
export async function readHistory(database: Database, query: HistoryQuery): Promise<readonly HistoryRow[]> {
  const { address, networkIds, after, limit } = query
  const rows = await database
    .selectFrom('account_transaction as part')
    .innerJoin('chain_transaction as whole', (join) =>
      join.onRef('whole.network_id', '=', 'part.network_id').onRef('whole.id', '=', 'part.transaction_id'),
    )
    .select([
      'part.mined_at as minedAt',
      'part.height',
      'part.position',
      'part.network_id as networkId',
      'part.transaction_id as transactionId',
      'whole.sender',
      'whole.receiver',
      'whole.is_failed as isFailed',
      'whole.operation',
      'whole.nonce',
      'whole.fee',
    ])
    .where('part.address', '=', address)
    .where('part.network_id', 'in', [...networkIds])
    .$if(after !== undefined, (select) =>
      select.where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple('part.mined_at', 'part.height', 'part.position', 'part.network_id', 'part.transaction_id'),
          '<',
          tuple(
            after?.minedAt ?? 0,
            after?.height ?? 0,
            after?.position ?? 0,
            after?.networkId ?? '',
            after?.transactionId ?? '',
          ),
        ),
      ),
    )
    .orderBy('part.mined_at', 'desc')
    .orderBy('part.height', 'desc')
    .orderBy('part.position', 'desc')
    .orderBy('part.network_id', 'desc')
    .orderBy('part.transaction_id', 'desc')
    .limit(limit)
    .execute()
  const movements = await readMovements(database, address, rows)
  return rows.map((row) => ({
    ...row,
    sender: row.sender ?? undefined,
    receiver: row.receiver ?? undefined,
    isFailed: row.isFailed === 1,
    operation: row.operation ?? undefined,
    fee: row.fee === null ? undefined : BigInt(row.fee),
    movements: movements.get(`${row.networkId} ${row.transactionId}`) ?? [],
  }))
}

async function readMovements(
  database: Database,
  address: string,
  rows: readonly { networkId: string; transactionId: string }[],
): Promise<ReadonlyMap<string, readonly HistoryMovement[]>> {
  const found = new Map<string, HistoryMovement[]>()
  for (const networkId of new Set(rows.map((row) => row.networkId))) {
    const ids = rows.filter((row) => row.networkId === networkId).map((row) => row.transactionId)
    for (const chunk of chunked(ids)) {
      const movements = await database
        .selectFrom('movement')
        .leftJoin('asset as kind', (join) =>
          join
            .onRef('kind.network_id', '=', 'movement.network_id')
            .onRef('kind.address', '=', 'movement.asset'),
        )
        .select(['transaction_id', 'asset', 'token_id', 'sender', 'receiver', 'amount'])
        .select(['kind.name', 'kind.symbol', 'kind.decimals'])
        .where('movement.network_id', '=', networkId)
        .where('transaction_id', 'in', chunk)
        .where('position', '<', movementsShown)
        .where(({ eb, or }) => or([eb('sender', '=', address), eb('receiver', '=', address)]))
        .orderBy('transaction_id')
        .orderBy('position')
        .execute()
      for (const one of movements) {
        const key = `${networkId} ${one.transaction_id}`
        const list = found.get(key) ?? []
        list.push({
          asset: one.asset,
          tokenId: one.token_id,
          sender: one.sender ?? undefined,
          receiver: one.receiver ?? undefined,
          amount: BigInt(one.amount),
          facts: factsOf(one),
        })
        found.set(key, list)
      }
    }
  }
  return found
}

/** All of them are there or none: they come from one row. */
function factsOf({
  name,
  symbol,
  decimals,
}: Record<'name' | 'symbol', string | null> & { decimals: number | null }) {
  if (name === null || symbol === null || decimals === null) return undefined
  return { name, symbol, decimals }
}
