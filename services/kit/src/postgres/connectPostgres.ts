import type pg from 'pg'

/** Type number of PostgreSQL's int8, which the driver hands out as text. Heights and times are far below 2^53. */
const int8 = 20

/** Milliseconds that a server which doesn't answer is waited for. */
const connectMilliseconds = 5_000

/** What every connection of a service has in common. The driver is loaded when a PostgreSQL is named. */
export async function connectPostgres(connectionString: string) {
  const { default: driver } = await import('pg')
  const getTypeParser = (type: number, format?: 'text' | 'binary') =>
    type === int8 ? Number : driver.types.getTypeParser(type, format as 'text')
  const settings: pg.ClientConfig = {
    connectionString,
    connectionTimeoutMillis: connectMilliseconds,
    keepAlive: true,
    types: { getTypeParser },
  }
  return {
    /** @param own instead of what all connections have */
    openPool(own: pg.PoolConfig = {}): pg.Pool {
      const pool = new driver.Pool({ ...settings, ...own })
      // A connection that breaks while idle is replaced with the next query, which reports what is wrong.
      pool.on('error', () => {})
      return pool
    },
    createClient: (): pg.Client => new driver.Client(settings),
  }
}
