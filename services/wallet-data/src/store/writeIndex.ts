import type { Transaction } from 'kysely'
import type {
  AssetFacts,
  ChainTransaction,
  CollectibleFacts,
  HeldAmount,
  Holder,
  UnreadTransaction,
} from '../chains/chain.js'
import type { Database, Schema } from '../database/schema.js'
import type { AnnounceTouched } from '../shared/changes.js'

/** What was read of a chain in one go. */
export interface IndexWrite {
  readonly networkId: string
  readonly blocks: readonly { readonly height: number; readonly hash: string }[]
  /** Replaces the position of a chain without blocks. */
  readonly position?: string
  readonly transactions: readonly ChainTransaction[]
  /** Those that can't be read. What was among them and is read now is no longer. */
  readonly unread?: readonly UnreadTransaction[]
  /** Whose answers change. Default whoever takes part in the transactions. */
  readonly touched?: readonly string[] | 'all'
  readonly amounts: readonly HeldAmount[]
  readonly assets: readonly AssetFacts[]
  readonly collectibles: readonly CollectibleFacts[]
}

const tellNobody: AnnounceTouched = async () => {}

type Write = Transaction<Schema>

/** Far below the 32,766 values that SQLite takes in one statement. */
const rowsAtOnce = 1000

/**
 * Writes what was read and how far, in one transaction: a process that is killed has written all of it or nothing.
 * A block that is there already makes it fail, so that two writers cannot mix their readings.
 */
export async function writeIndex(
  database: Database,
  write: IndexWrite,
  announce = tellNobody,
): Promise<void> {
  const { networkId, position } = write
  await database.transaction().execute(async (open) => {
    const blocks = write.blocks.map(({ height, hash }) => ({ network_id: networkId, height, hash }))
    await inChunks(blocks, (rows) => open.insertInto('block').values(rows).execute())
    if (position !== undefined) await writePosition(open, networkId, position)
    await writeTransactions(open, networkId, write.transactions)
    if (write.unread) await writeUnread(open, networkId, write.unread, write.transactions)
    await writeAmounts(open, networkId, write.amounts)
    await writeFacts(open, write)
    await announce(open, write.touched ?? write.transactions.flatMap(participantsOf))
  })
}

/** Takes back everything above a height, because the chain has taken it back. */
export async function rewindIndex(
  database: Database,
  { networkId, height, amounts }: { networkId: string; height: number; amounts: readonly HeldAmount[] },
  announce = tellNobody,
): Promise<void> {
  await database.transaction().execute(async (open) => {
    for (const table of ['block', 'chain_transaction', 'movement', 'account_transaction'] as const) {
      await open.deleteFrom(table).where('network_id', '=', networkId).where('height', '>', height).execute()
    }
    await writeAmounts(open, networkId, amounts)
    await announce(open, 'all')
  })
}

/** Forgets a chain, because the node follows another one under the same name. */
export async function forgetChain(
  database: Database,
  networkId: string,
  announce = tellNobody,
): Promise<void> {
  await database.transaction().execute(async (open) => {
    const tables = ['block', 'chain_transaction', 'movement', 'account_transaction', 'balance'] as const
    for (const table of [...tables, 'asset', 'collectible', 'position', 'unread_transaction'] as const) {
      await open.deleteFrom(table).where('network_id', '=', networkId).execute()
    }
    await announce(open, 'all')
  })
}

async function inChunks<row>(
  rows: readonly row[],
  insert: (rows: readonly row[]) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    await insert(rows.slice(start, start + rowsAtOnce))
  }
}

async function writePosition(open: Write, networkId: string, value: string): Promise<void> {
  await open
    .insertInto('position')
    .values({ network_id: networkId, value })
    .onConflict((conflict) => conflict.column('network_id').doUpdateSet({ value }))
    .execute()
}

async function writeTransactions(
  open: Write,
  networkId: string,
  transactions: readonly ChainTransaction[],
): Promise<void> {
  // The same transaction is met twice where a chain is read by lists of signatures.
  await inChunks(rowsOfTransactions(networkId, transactions), (chunk) =>
    open
      .insertInto('chain_transaction')
      .values(chunk)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
  await inChunks(rowsOfMovements(networkId, transactions), (chunk) =>
    open
      .insertInto('movement')
      .values(chunk)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
  await inChunks(rowsOfParticipants(networkId, transactions), (chunk) =>
    open
      .insertInto('account_transaction')
      .values(chunk)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
}

async function writeUnread(
  open: Write,
  networkId: string,
  unread: readonly UnreadTransaction[],
  read: readonly ChainTransaction[],
): Promise<void> {
  const rows = unread.map(({ id, height, position, minedAt }) => ({
    ...{ network_id: networkId, id, height, position, mined_at: minedAt },
  }))
  await inChunks(rows, (chunk) =>
    open
      .insertInto('unread_transaction')
      .values(chunk)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
  await inChunks(
    read.map(({ id }) => id),
    (ids) =>
      open
        .deleteFrom('unread_transaction')
        .where('network_id', '=', networkId)
        .where('id', 'in', [...ids])
        .execute(),
  )
}

const rowsOfTransactions = (networkId: string, transactions: readonly ChainTransaction[]) =>
  transactions.map((one) => ({
    network_id: networkId,
    id: one.id,
    height: one.height,
    sender: one.sender ?? null,
    receiver: one.receiver ?? null,
    is_failed: one.isFailed ? 1 : 0,
    operation: one.operation ?? null,
    nonce: one.nonce,
    fee: one.fee?.toString() ?? null,
  }))

const rowsOfMovements = (networkId: string, transactions: readonly ChainTransaction[]) =>
  transactions.flatMap((one) =>
    one.movements.map((movement, position) => ({
      network_id: networkId,
      transaction_id: one.id,
      position,
      height: one.height,
      asset: movement.asset,
      token_id: movement.tokenId,
      sender: movement.sender ?? null,
      receiver: movement.receiver ?? null,
      amount: movement.amount.toString(),
    })),
  )

const rowsOfParticipants = (networkId: string, transactions: readonly ChainTransaction[]) =>
  transactions.flatMap((one) =>
    participantsOf(one).map((address) => ({
      address,
      network_id: networkId,
      mined_at: one.minedAt,
      height: one.height,
      position: one.position,
      transaction_id: one.id,
    })),
  )

/** Everybody whose history a transaction is part of. */
export function participantsOf(transaction: ChainTransaction): readonly string[] {
  const sides = transaction.movements.flatMap(({ sender, receiver }) => [sender, receiver])
  const all = [transaction.sender, transaction.receiver, ...sides, ...(transaction.others ?? [])]
  return [...new Set(all.filter((address) => address !== undefined))]
}

/** Whose tokens a transaction touched. */
export function holdersOf(transactions: readonly ChainTransaction[]): readonly Holder[] {
  const holders = new Map<string, Holder>()
  for (const { movements } of transactions) {
    for (const { asset, tokenId, sender, receiver } of movements) {
      if (asset === '') continue
      for (const address of [sender, receiver]) {
        if (address !== undefined) holders.set(`${address} ${asset} ${tokenId}`, { address, asset, tokenId })
      }
    }
  }
  return [...holders.values()]
}

async function writeAmounts(open: Write, networkId: string, amounts: readonly HeldAmount[]): Promise<void> {
  const held = amounts.filter(({ amount }) => amount > 0n)
  const rows = held.map(({ address, asset, tokenId, amount }) => ({
    network_id: networkId,
    address,
    asset,
    token_id: tokenId,
    amount: amount.toString(),
  }))
  await inChunks(rows, (chunk) =>
    open
      .insertInto('balance')
      .values(chunk)
      .onConflict((conflict) =>
        conflict
          .columns(['address', 'network_id', 'asset', 'token_id'])
          .doUpdateSet((expression) => ({ amount: expression.ref('excluded.amount') })),
      )
      .execute(),
  )
  for (const { address, asset, tokenId, amount } of amounts) {
    if (amount > 0n) continue
    await open
      .deleteFrom('balance')
      .where('network_id', '=', networkId)
      .where('address', '=', address)
      .where('asset', '=', asset)
      .where('token_id', '=', tokenId)
      .execute()
  }
}

async function writeFacts(
  open: Write,
  { networkId, assets, collectibles }: Pick<IndexWrite, 'networkId' | 'assets' | 'collectibles'>,
): Promise<void> {
  const assetRows = assets.map((facts) => ({ network_id: networkId, ...facts }))
  await inChunks(assetRows, (chunk) =>
    open
      .insertInto('asset')
      .values(chunk)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
  const rows = collectibles.map(({ address, tokenId, name, picture }) => {
    return { network_id: networkId, address, token_id: tokenId, name, picture: picture ?? null }
  })
  await inChunks(rows, (chunk) =>
    open
      .insertInto('collectible')
      .values(chunk)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
}
