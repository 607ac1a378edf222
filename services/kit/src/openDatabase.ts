import { Kysely, type Migration, Migrator, PostgresDialect, SqliteDialect } from 'kysely'
import { keptStatements } from './embedded/keptStatements.js'
import { connectPostgres } from './postgres/connectPostgres.js'
import { createPostgresDialect } from './postgres/createPostgresDialect.js'
import { openReplicas, type ReplicaEvent, type Replicas } from './postgres/openReplicas.js'
import { withoutPassword } from './postgres/withoutPassword.js'
import { ServiceSetupError } from './serviceSetupError.js'

/** Connections to one database: the one that writes does not make those that read wait. */
export interface OpenDatabase<Schema> {
  readonly kind: 'embedded' | 'postgres'
  /** Statements outside of transactions. With replicas, it shows everything committed `replicaLagMilliseconds` ago. */
  readonly reads: Kysely<Schema>
  readonly writes: Kysely<Schema>
  /**
   * Of a file: another number as soon as another process has written into it. `undefined` while a transaction of this
   * process is open, which hides what others write. PostgreSQL tells by itself.
   */
  readonly version?: () => number | undefined
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
  /** `postgres://` connection strings of read replicas of a PostgreSQL. They are read in turn. @default none */
  readonly replicas?: readonly string[]
  /** Counts how reads went, where there are replicas. */
  readonly onReplica?: (event: ReplicaEvent) => void
  /** Told once when a replica goes away. @default a warning of the process */
  readonly report?: (error: Error) => void
}

/** Milliseconds that a replica may be behind. One that is further behind isn't read from. */
export const replicaLagMilliseconds = 2_000

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
  isPostgres(options.target) ? openPostgres(options) : openEmbedded(options)

/** Of pages that a connection keeps in memory, at most: each that it asks the system for costs as much as finding a row in it. */
const cacheKilobytes = 32_000

async function openEmbedded<Schema>({
  target,
  durability = 'normal',
  replicas = [],
}: OpenDatabaseOptions): Promise<OpenDatabase<Schema>> {
  if (replicas.length > 0) throw new Error('a file has no replicas')
  const { default: Libsql } = await import('libsql')
  const connect = () => {
    const database = new Libsql(target)
    // A reader sees the last commit while another connection writes.
    database.exec(
      `pragma journal_mode = wal; pragma synchronous = ${durability}; pragma busy_timeout = 10000; pragma cache_size = -${cacheKilobytes}`,
    )
    const dialect = new SqliteDialect({ database: keptStatements(database) })
    return { database, queries: new Kysely<Schema>({ dialect }) }
  }
  const { database, queries: writes } = connect()
  const { queries: reads } = connect()
  // Of the connection that writes, for which its own writes don't count.
  const version = database.prepare<unknown[]>('pragma data_version')
  return {
    kind: 'embedded',
    reads,
    writes,
    version: () =>
      database.inTransaction ? undefined : (version.get() as { data_version: number }).data_version,
    async close() {
      await reads.destroy()
      await writes.destroy()
    },
  }
}

async function openPostgres<Schema>(options: OpenDatabaseOptions): Promise<OpenDatabase<Schema>> {
  const postgres = await connectPostgres(options.target)
  const pool = postgres.openPool()
  const writes = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  const replicas = await openReads(pool, options)
  const reads = replicas ? new Kysely<Schema>({ dialect: createPostgresDialect(replicas) }) : writes
  return {
    kind: 'postgres',
    reads,
    writes,
    async close() {
      await postgres.end(async () => {
        // Its comparisons wait for the primary.
        await replicas?.close()
        await writes.destroy()
      })
    },
  }
}

type PrimaryPool = Parameters<typeof openReplicas>[0]['primary']

async function openReads(primary: PrimaryPool, options: OpenDatabaseOptions): Promise<Replicas | undefined> {
  const {
    replicas: urls = [],
    onReplica = () => {},
    report = (error) => process.emitWarning(error),
  } = options
  if (urls.length === 0) return undefined
  return openReplicas({ primary, urls, lagMilliseconds: replicaLagMilliseconds, onEvent: onReplica, report })
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
