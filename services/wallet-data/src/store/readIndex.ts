import type { AssetLookup, ChainTransaction, Holder } from '../chains/chain.js'
import type { Database } from '../database/schema.js'

/** The newest block the index holds of a chain. */
export async function lastBlock(
  database: Database,
  networkId: string,
): Promise<{ readonly height: number; readonly hash: string } | undefined> {
  return database
    .selectFrom('block')
    .select(['height', 'hash'])
    .where('network_id', '=', networkId)
    .orderBy('height', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function blockHashAt(
  database: Database,
  networkId: string,
  height: number,
): Promise<string | undefined> {
  const row = await database
    .selectFrom('block')
    .select('hash')
    .where('network_id', '=', networkId)
    .where('height', '=', height)
    .executeTakeFirst()
  return row?.hash
}

export async function readPosition(database: Database, networkId: string): Promise<string | undefined> {
  const row = await database
    .selectFrom('position')
    .select('value')
    .where('network_id', '=', networkId)
    .executeTakeFirst()
  return row?.value
}

/** Whose tokens moved above a height. */
export async function holdersAbove(
  database: Database,
  networkId: string,
  height: number,
): Promise<readonly Holder[]> {
  const rows = await database
    .selectFrom('movement')
    .select(['sender', 'receiver', 'asset', 'token_id'])
    .distinct()
    .where('network_id', '=', networkId)
    .where('height', '>', height)
    .where('asset', '!=', '')
    .execute()
  const holders = new Map<string, Holder>()
  for (const { sender, receiver, asset, token_id: tokenId } of rows) {
    for (const address of [sender, receiver]) {
      if (address !== null) holders.set(`${address} ${asset} ${tokenId}`, { address, asset, tokenId })
    }
  }
  return [...holders.values()]
}

const valuesAtOnce = 500

/** Which of the assets that some transactions move are known already. */
export async function knownAssets(
  database: Database,
  networkId: string,
  transactions: readonly ChainTransaction[],
): Promise<AssetLookup> {
  const movements = transactions.flatMap((one) => one.movements)
  const touched = [...new Set(movements.map(({ asset }) => asset).filter((asset) => asset !== ''))]
  const collections = movements.filter(({ tokenId }) => tokenId !== '').map(({ asset }) => asset)
  const assets = new Set<string>()
  const collectibles = new Set<string>()
  for (const chunk of chunked(touched)) {
    const rows = await database
      .selectFrom('asset')
      .select('address')
      .where('network_id', '=', networkId)
      .where('address', 'in', chunk)
      .execute()
    for (const { address } of rows) assets.add(address)
  }
  for (const chunk of chunked([...new Set(collections)])) {
    const rows = await database
      .selectFrom('collectible')
      .select(['address', 'token_id'])
      .where('network_id', '=', networkId)
      .where('address', 'in', chunk)
      .execute()
    for (const row of rows) collectibles.add(`${row.address} ${row.token_id}`)
  }
  return {
    hasAsset: (address) => assets.has(address),
    hasCollectible: (address, tokenId) => collectibles.has(`${address} ${tokenId}`),
  }
}

export function* chunked<item>(items: readonly item[]): Iterable<item[]> {
  for (let start = 0; start < items.length; start += valuesAtOnce) {
    yield items.slice(start, start + valuesAtOnce)
  }
}
