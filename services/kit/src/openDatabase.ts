import { Kysely, type Migration, Migrator, PostgresDialect, SqliteDialect } from 'kysely'
import { ServiceSetupError } from './serviceSetupError.js'

/** Connections to one database: the one that writes does not make those that read wait. */
export interface OpenDatabase<Schema> {
  readonly kind: 'embedded' | 'postgres'
  readonly reads: Kysely<Schema>
  readonly writes: Kysely<Schema>
  close(): Promise<void>
}

export interface OpenDatabaseOptions {
  /** Path of a file for the embedded database, or a `postgres://` connection string. */
  readonly target: string
  /** By name, in their order. A released one is never changed: write another. */
  readonly migrations: Readonly<Record<string, Migration>>
  /** What the database is of, for people: 'wallet data'. */
  readonly what: string
  /**
   * Whether a commit must outlive a power cut, too: `full`. With `normal`, the embedded database loses no commit when the
   * process is killed, and may lose the last ones with the power.
   *
   * @default 'normal'
   */
  readonly durability?: 'normal' | 'full'
}

/**
 * Opens the database, creates it where it is a file that is not there, and brings its tables up to date.
 *
 * @throws ServiceSetupError DATABASE_UNAVAILABLE
 */
export async function openDatabase<Schema>(options: OpenDatabaseOptions): Promise<OpenDatabase<Schema>> {
  const opened = await open<Schema>(options).catch((cause) => {
    throw unavailable(options, cause)
  })
  try {
    await migrate(opened.writes, options.migrations)
    return opened
  } catch (cause) {
    await opened.close()
    throw unavailable(options, cause)
  }
}

const isPostgres = (target: string) => /^postgres(?:ql)?:\/\//.test(target)

const open = <Schema>(options: OpenDatabaseOptions): Promise<OpenDatabase<Schema>> =>
  isPostgres(options.target) ? openPostgres(options.target) : openEmbedded(options)

async function openEmbedded<Schema>({
  target,
  durability = 'normal',
}: OpenDatabaseOptions): Promise<OpenDatabase<Schema>> {
  const { default: Libsql } = await import('libsql')
  const connect = () => {
    const database = new Libsql(target)
    // A reader sees the last commit while another connection writes.
    database.exec(
      `pragma journal_mode = wal; pragma synchronous = ${durability}; pragma busy_timeout = 10000`,
    )
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

async function openPostgres<Schema>(connectionString: string): Promise<OpenDatabase<Schema>> {
  const { default: pg } = await import('pg')
  const getTypeParser = (type: number, format?: 'text' | 'binary') =>
    type === int8 ? Number : pg.types.getTypeParser(type, format as 'text')
  const pool = new pg.Pool({ connectionString, types: { getTypeParser } })
  // A connection that breaks while idle is replaced with the next query, which reports what is wrong.
  pool.on('error', () => {})
  const database = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  return { kind: 'postgres', reads: database, writes: database, close: () => database.destroy() }
}

async function migrate<Schema>(
  database: Kysely<Schema>,
  migrations: Readonly<Record<string, Migration>>,
): Promise<void> {
  const provider = { getMigrations: async () => ({ ...migrations }) }
  const { error } = await new Migrator({ db: database, provider }).migrateToLatest()
  if (error) throw error
}

function unavailable({ target, what }: OpenDatabaseOptions, cause: unknown): ServiceSetupError {
  const place = isPostgres(target)
    ? `The PostgreSQL database ${withoutPassword(target)}`
    : `The file ${target}`
  const reason = cause instanceof Error ? cause.message : String(cause)
  const message = `${place} could not be opened as the database of ${what}: ${reason}. Pass the path of a writable file, or a postgres:// connection string.`
  return new ServiceSetupError('DATABASE_UNAVAILABLE', message, { cause })
}

const withoutPassword = (target: string) => target.replace(/\/\/([^:/@]*):[^@]*@/, '//$1@')
