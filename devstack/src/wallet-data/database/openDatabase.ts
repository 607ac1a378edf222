import { Kysely, Migrator, PostgresDialect, SqliteDialect } from 'kysely'
import { DevstackError } from '../../devstackError.js'
import { migrations } from './migrations.js'
import type { Database, Schema } from './schema.js'

/** Connections to one database: the one that writes does not make those that read wait. */
export interface OpenDatabase {
  readonly kind: 'embedded' | 'postgres'
  readonly reads: Database
  readonly writes: Database
  close(): Promise<void>
}

/**
 * Opens the database, creates it where it is a file that is not there, and brings its tables up to date.
 *
 * @param target path of a file for the embedded database, or a `postgres://` connection string
 * @throws DevstackError `DATABASE_UNAVAILABLE`
 */
export async function openDatabase(target: string): Promise<OpenDatabase> {
  const opened = await open(target).catch((cause) => {
    throw unavailable(target, cause)
  })
  try {
    await migrate(opened.writes)
    return opened
  } catch (cause) {
    await opened.close()
    throw unavailable(target, cause)
  }
}

const isPostgres = (target: string) => /^postgres(?:ql)?:\/\//.test(target)

const open = (target: string) => (isPostgres(target) ? openPostgres(target) : openEmbedded(target))

async function openEmbedded(path: string): Promise<OpenDatabase> {
  const { default: Libsql } = await import('libsql')
  const connect = () => {
    const database = new Libsql(path)
    // A reader sees the last commit while another connection writes; a killed process loses no commit.
    database.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 10000')
    return new Kysely<Schema>({ dialect: new SqliteDialect({ database }) })
  }
  const writes = connect()
  const reads = connect()
  return {
    kind: 'embedded',
    reads,
    writes,
    async close() {
      await reads.destroy()
      await writes.destroy()
    },
  }
}

/** Type number of PostgreSQL's int8, which the driver hands out as text. Heights and times are far below 2^53. */
const int8 = 20

async function openPostgres(connectionString: string): Promise<OpenDatabase> {
  const { default: pg } = await import('pg')
  const getTypeParser = (type: number, format?: 'text' | 'binary') =>
    type === int8 ? Number : pg.types.getTypeParser(type, format as 'text')
  const pool = new pg.Pool({ connectionString, types: { getTypeParser } })
  // A connection that breaks while idle is replaced with the next query, which reports what is wrong.
  pool.on('error', () => {})
  const database = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  return { kind: 'postgres', reads: database, writes: database, close: () => database.destroy() }
}

async function migrate(database: Database): Promise<void> {
  const provider = { getMigrations: async () => ({ ...migrations }) }
  const { error } = await new Migrator({ db: database, provider }).migrateToLatest()
  if (error) throw error
}

function unavailable(target: string, cause: unknown): DevstackError {
  const what = isPostgres(target)
    ? `The PostgreSQL database ${withoutPassword(target)}`
    : `The file ${target}`
  const reason = cause instanceof Error ? cause.message : String(cause)
  const message = `${what} could not be opened as the database of wallet data: ${reason}. Pass the path of a writable file, or a postgres:// connection string.`
  return new DevstackError('DATABASE_UNAVAILABLE', message, { cause })
}

const withoutPassword = (target: string) => target.replace(/\/\/([^:/@]*):[^@]*@/, '//$1@')
