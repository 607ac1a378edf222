import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'

/** What runs a statement: a client, or a pool that chooses one. */
export interface Runs {
  query(
    text: string,
    values: unknown[],
  ): Promise<{ readonly rows: unknown[]; readonly rowCount: number | null }>
}

/** @param lend Waits until a connection is free. `undefined` where there are no transactions. */
export function createPostgresDialect(
  runs: Runs,
  lend?: { acquire(): Promise<void>; release(): void },
): Dialect {
  const connection: DatabaseConnection = {
    async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      const { rows, rowCount } = await runs.query(sql, [...parameters])
      // Its columns are those of the statement, as the query builder derived them.
      return { rows: rows as R[], numAffectedRows: BigInt(rowCount ?? 0) }
    },
    // biome-ignore lint/correctness/useYield: nothing here streams
    async *streamQuery() {
      throw new Error('A stream of rows was asked for. Read them in pages.')
    },
  }
  const run = (sql: string) => async (on: DatabaseConnection) => {
    if (!lend) throw new Error('A transaction was asked for where rows are only read. Use "writes".')
    await on.executeQuery(CompiledQuery.raw(sql))
  }
  const driver: Driver = {
    init: async () => {},
    async acquireConnection() {
      await lend?.acquire()
      return connection
    },
    beginTransaction: run('begin'),
    commitTransaction: run('commit'),
    rollbackTransaction: run('rollback'),
    releaseConnection: async () => lend?.release(),
    destroy: async () => {},
  }
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => driver,
    createIntrospector: (database) => new PostgresIntrospector(database),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}
