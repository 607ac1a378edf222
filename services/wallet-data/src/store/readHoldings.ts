import type { Database } from '../database/schema.js'
import { chunked } from './readIndex.js'

export interface TokenHolding {
  readonly networkId: string
  readonly asset: string
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  readonly amount: bigint
}

/** More than anybody can look through; what comes after is left out. */
const holdingsAtMost = 10_000

/** Tokens of an address, without the native coin and without collectibles. */
export async function readHoldings(
  database: Database,
  address: string,
  networkIds: readonly string[],
): Promise<readonly TokenHolding[]> {
  const rows = await database
    .selectFrom('balance')
    .innerJoin('asset', (join) =>
      join.onRef('asset.network_id', '=', 'balance.network_id').onRef('asset.address', '=', 'balance.asset'),
    )
    .select([
      'balance.network_id as networkId',
      'balance.asset',
      'asset.name',
      'asset.symbol',
      'asset.decimals',
      'balance.amount',
    ])
    .where('balance.address', '=', address)
    .where('balance.network_id', 'in', [...networkIds])
    .where('balance.token_id', '=', '')
    .orderBy('balance.network_id')
    .orderBy('balance.asset')
    .limit(holdingsAtMost)
    .execute()
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }))
}

export interface AssetRow {
  readonly networkId: string
  readonly address: string
  readonly kind: 'fungible' | 'collectible'
  readonly name: string
  readonly symbol: string
  readonly decimals: number
}

export async function readAssets(
  database: Database,
  networkId: string,
  addresses: readonly string[],
): Promise<readonly AssetRow[]> {
  const found: AssetRow[] = []
  for (const chunk of chunked([...new Set(addresses)])) {
    const rows = await database
      .selectFrom('asset')
      .select(['network_id as networkId', 'address', 'kind', 'name', 'symbol', 'decimals'])
      .where('network_id', '=', networkId)
      .where('address', 'in', chunk)
      .execute()
    found.push(...rows)
  }
  return found
}

export interface CollectibleHolding {
  readonly networkId: string
  readonly address: string
  readonly tokenId: string
  readonly collection: string
  readonly name: string
  readonly picture: string | undefined
  readonly amount: bigint
}

export interface CollectibleQuery {
  readonly address: string
  readonly networkIds: readonly string[]
  readonly after?: { networkId: string; address: string; tokenId: string } | undefined
  readonly limit: number
}

/** One page of the collectibles of an address, in the order of network, contract and id. */
export async function readCollectibles(
  database: Database,
  { address, networkIds, after, limit }: CollectibleQuery,
): Promise<readonly CollectibleHolding[]> {
  const rows = await database
    .selectFrom('balance')
    .innerJoin('collectible', (join) =>
      join
        .onRef('collectible.network_id', '=', 'balance.network_id')
        .onRef('collectible.address', '=', 'balance.asset')
        .onRef('collectible.token_id', '=', 'balance.token_id'),
    )
    .innerJoin('asset', (join) =>
      join.onRef('asset.network_id', '=', 'balance.network_id').onRef('asset.address', '=', 'balance.asset'),
    )
    .select([
      'balance.network_id as networkId',
      'balance.asset as address',
      'balance.token_id as tokenId',
      'asset.name as collection',
      'collectible.name',
      'collectible.picture',
      'balance.amount',
    ])
    .where('balance.address', '=', address)
    .where('balance.network_id', 'in', [...networkIds])
    .where('balance.token_id', '!=', '')
    .$if(after !== undefined, (select) =>
      select.where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple('balance.network_id', 'balance.asset', 'balance.token_id'),
          '>',
          tuple(after?.networkId ?? '', after?.address ?? '', after?.tokenId ?? ''),
        ),
      ),
    )
    .orderBy('balance.network_id')
    .orderBy('balance.asset')
    .orderBy('balance.token_id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, picture: row.picture ?? undefined, amount: BigInt(row.amount) }))
}

/** Names and pictures of items that a history mentions. */
export async function readItems(
  database: Database,
  networkId: string,
  items: readonly { readonly asset: string; readonly tokenId: string }[],
): Promise<readonly { address: string; tokenId: string; name: string; picture: string | null }[]> {
  if (items.length === 0) return []
  return database
    .selectFrom('collectible')
    .select(['address', 'token_id as tokenId', 'name', 'picture'])
    .where('network_id', '=', networkId)
    .where('address', 'in', [...new Set(items.map(({ asset }) => asset))])
    .where('token_id', 'in', [...new Set(items.map(({ tokenId }) => tokenId))])
    .execute()
}
