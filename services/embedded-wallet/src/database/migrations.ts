import type { Kysely, Migration } from 'kysely'

/** By name, in their order. A released one is never changed: write another. */
export const migrations: Readonly<Record<string, Migration>> = {
  '2026-11-22-people': { up: createPeople },
  '2026-11-22-wallets': { up: createWallets },
  '2026-11-22-rates': { up: createRates },
  '2026-11-23-ways-to-log-in': { up: createWaysToLogIn },
}

async function createPeople(database: Kysely<unknown>): Promise<void> {
  await createPersonTables(database)
  await createLoginTable(database)
  await createSessionTable(database)
}

async function createPersonTables({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('person')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema
    .createTable('identity')
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('person_id', 'text', (column) => column.notNull())
    .addColumn('name', 'text')
    .addPrimaryKeyConstraint('identity_key', ['provider', 'subject'])
    .execute()
  await schema.createIndex('identity_person').on('identity').column('person_id').execute()
  await schema
    .createTable('device')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('person_id', 'text', (column) => column.notNull())
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
}

async function createLoginTable({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('login')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('secret_hash', 'text', (column) => column.notNull().unique())
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('next_email', 'text')
    .addColumn('origin', 'text', (column) => column.notNull())
    .addColumn('person_id', 'text')
    .addColumn('device_id', 'text')
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('code_hash', 'text')
    .addColumn('link_hash', 'text', (column) => column.unique())
    .addColumn('tries', 'integer', (column) => column.notNull())
    .addColumn('bucket', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema.createIndex('login_bucket').on('login').column('bucket').execute()
  await schema.createIndex('login_expires').on('login').column('expires_at').execute()
}

async function createSessionTable({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('session')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('person_id', 'text', (column) => column.notNull())
    .addColumn('device_id', 'text', (column) => column.notNull())
    .addColumn('origin', 'text', (column) => column.notNull())
    .addColumn('access_hash', 'text', (column) => column.notNull().unique())
    .addColumn('access_expires_at', 'bigint', (column) => column.notNull())
    .addColumn('refresh_hash', 'text', (column) => column.notNull().unique())
    .addColumn('previous_hash', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('ended_at', 'bigint')
    .execute()
  for (const column of ['person_id', 'previous_hash', 'expires_at']) {
    await schema.createIndex(`session_${column}`).on('session').column(column).execute()
  }
}

async function createWallets({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('wallet')
    .addColumn('person_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('evm', 'text', (column) => column.notNull())
    .addColumn('solana', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema
    .createTable('share_set')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('person_id', 'text', (column) => column.notNull())
    .addColumn('device_id', 'text')
    .addColumn('key_id', 'text', (column) => column.notNull())
    .addColumn('wrapped_key', 'text', (column) => column.notNull())
    .addColumn('sealed', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema.createIndex('share_set_person').on('share_set').column('person_id').execute()
  await schema
    .createTable('recovery')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('person_id', 'text', (column) => column.notNull())
    .addColumn('set_id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('sealed', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema.createIndex('recovery_person').on('recovery').column('person_id').execute()
  await schema
    .createTable('audit')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('event', 'text', (column) => column.notNull())
    .addColumn('person_id', 'text')
    .addColumn('origin', 'text')
    .addColumn('detail', 'text', (column) => column.notNull())
    .execute()
  await schema.createIndex('audit_at').on('audit').column('at').execute()
}

async function createRates({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('social_login')
    .addColumn('state_hash', 'text', (column) => column.primaryKey().notNull())
    .addColumn('secret_hash', 'text', (column) => column.notNull())
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('verifier', 'text', (column) => column.notNull())
    .addColumn('nonce', 'text', (column) => column.notNull())
    .addColumn('origin', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema
    .createTable('rate')
    .addColumn('key', 'text', (column) => column.primaryKey().notNull())
    .addColumn('window_start', 'bigint', (column) => column.notNull())
    .addColumn('count', 'integer', (column) => column.notNull())
    .execute()
  await schema
    .createTable('pause')
    .addColumn('key', 'text', (column) => column.primaryKey().notNull())
    .addColumn('until', 'bigint', (column) => column.notNull())
    .execute()
}

async function createWaysToLogIn({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('session').addColumn('provider', 'text').execute()
  await schema.alterTable('social_login').addColumn('return_to', 'text').execute()
  await schema
    .createTable('passkey')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('person_id', 'text', (column) => column.notNull())
    .addColumn('public_key', 'text', (column) => column.notNull())
    .addColumn('counter', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema.createIndex('passkey_person').on('passkey').column('person_id').execute()
  await schema
    .createTable('challenge')
    .addColumn('secret_hash', 'text', (column) => column.primaryKey().notNull())
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('origin', 'text', (column) => column.notNull())
    .addColumn('person_id', 'text')
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema.createIndex('challenge_expires').on('challenge').column('expires_at').execute()
}
