import type { Kysely, Migration } from 'kysely'

/** By name, in their order. A released one is never changed: write another. */
export const migrations: Readonly<Record<string, Migration>> = {
  '2026-11-22-first': { up: createTables },
  '2026-11-22-owners': { up: addOwners },
  '2026-11-23-states': { up: createStates },
  '2026-11-29-signed': { up: addSigned },
  '2026-11-29-unread': { up: createUnread },
  '2026-11-30-events': { up: indexEvents },
}

async function createTables(database: Kysely<unknown>): Promise<void> {
  await createChainTables(database)
  await createHistoryTables(database)
  await createHoldingTables(database)
  await createNameTables(database)
  await createEventTable(database)
}

async function createChainTables({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('block')
    .addColumn('network_id', 'text', (column) => column.notNull())
    .addColumn('height', 'bigint', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('block_key', ['network_id', 'height'])
    .execute()
  await schema
    .createTable('position')
    .addColumn('network_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute()
}

async function createHistoryTables({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('chain_transaction')
    .addColumn('network_id', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('height', 'bigint', (column) => column.notNull())
    .addColumn('sender', 'text')
    .addColumn('receiver', 'text')
    .addColumn('is_failed', 'integer', (column) => column.notNull())
    .addColumn('operation', 'text')
    .addColumn('nonce', 'bigint', (column) => column.notNull())
    .addColumn('fee', 'text')
    .addPrimaryKeyConstraint('chain_transaction_key', ['network_id', 'id'])
    .execute()
  await schema
    .createTable('movement')
    .addColumn('network_id', 'text', (column) => column.notNull())
    .addColumn('transaction_id', 'text', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('height', 'bigint', (column) => column.notNull())
    .addColumn('asset', 'text', (column) => column.notNull())
    .addColumn('token_id', 'text', (column) => column.notNull())
    .addColumn('sender', 'text')
    .addColumn('receiver', 'text')
    .addColumn('amount', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('movement_key', ['network_id', 'transaction_id', 'position'])
    .execute()
  await schema
    .createTable('account_transaction')
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('network_id', 'text', (column) => column.notNull())
    .addColumn('mined_at', 'bigint', (column) => column.notNull())
    .addColumn('height', 'bigint', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('transaction_id', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('account_transaction_key', ['address', 'network_id', 'transaction_id'])
    .execute()
  for (const table of ['chain_transaction', 'movement', 'account_transaction']) {
    await schema.createIndex(`${table}_height`).on(table).columns(['network_id', 'height']).execute()
  }
  const order = ['mined_at', 'height', 'position', 'network_id', 'transaction_id']
  await schema
    .createIndex('account_transaction_order')
    .on('account_transaction')
    .columns(['address', ...order])
    .execute()
  await schema
    .createIndex('account_transaction_network_order')
    .on('account_transaction')
    .columns(['address', 'network_id', ...order.filter((column) => column !== 'network_id')])
    .execute()
}

async function createHoldingTables({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('balance')
    .addColumn('network_id', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('asset', 'text', (column) => column.notNull())
    .addColumn('token_id', 'text', (column) => column.notNull())
    .addColumn('amount', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('balance_key', ['address', 'network_id', 'asset', 'token_id'])
    .execute()
  await schema
    .createTable('asset')
    .addColumn('network_id', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('symbol', 'text', (column) => column.notNull())
    .addColumn('decimals', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('asset_key', ['network_id', 'address'])
    .execute()
  await schema
    .createTable('collectible')
    .addColumn('network_id', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('token_id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('picture', 'text')
    .addPrimaryKeyConstraint('collectible_key', ['network_id', 'address', 'token_id'])
    .execute()
}

async function createNameTables({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('registered_name')
    .addColumn('name', 'text', (column) => column.primaryKey().notNull())
    .addColumn('attributes', 'text', (column) => column.notNull())
    .addColumn('registered_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema
    .createTable('name_address')
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('coin_type', 'bigint', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('name_address_key', ['name', 'coin_type'])
    .execute()
  await schema.createIndex('name_address_address').on('name_address').column('address').execute()
}

async function createEventTable({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('analytics_event')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('project_id', 'text', (column) => column.notNull())
    .addColumn('received_at', 'bigint', (column) => column.notNull())
    .addColumn('origin', 'text')
    .addColumn('body', 'text', (column) => column.notNull())
    .execute()
}

/**
 * The chain that an owner's contract signs on. Names from before get Ethereum, where every one has an address: those of
 * keys stay with their keys, and contracts of other chains can no longer change theirs, because nothing tells whose they are.
 */
async function addOwners({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('registered_name')
    .addColumn('owner_coin_type', 'bigint', (column) => column.notNull().defaultTo(60))
    .execute()
}

/** What the instance that reads the chains tells those that don't. */
async function createStates({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('index_state')
    .addColumn('network_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('height', 'bigint')
    .addColumn('is_caught_up', 'integer', (column) => column.notNull())
    .addColumn('problem', 'text')
    .execute()
}

/** The time of the newest message that changed a name, in seconds as it says. Names from before take any message of now. */
async function addSigned({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('registered_name')
    .addColumn('signed_at', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
}

/** Transactions that a chain lists and this release can't read, to be told of and to be read by a later one. */
async function createUnread({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('unread_transaction')
    .addColumn('network_id', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('height', 'bigint', (column) => column.notNull())
    .addColumn('position', 'bigint', (column) => column.notNull())
    .addColumn('mined_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('unread_transaction_key', ['network_id', 'id'])
    .execute()
}

/** The oldest events make room for new ones. */
async function indexEvents({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createIndex('analytics_event_received')
    .on('analytics_event')
    .columns(['received_at', 'id'])
    .execute()
}
