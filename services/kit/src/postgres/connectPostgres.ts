import { Socket } from 'node:net'
import type pg from 'pg'

/** Type number of PostgreSQL's int8, which the driver hands out as text. Heights and times are far below 2^53. */
const int8 = 20

/** Milliseconds that a server which doesn't answer is waited for. */
const connectMilliseconds = 5_000

/** Milliseconds that a server has to end a connection. */
const endMilliseconds = 3_000

/** What every connection of a service has in common. The driver is loaded when a PostgreSQL is named. */
export async function connectPostgres(connectionString: string) {
  const { default: driver } = await import('pg')
  const getTypeParser = (type: number, format?: 'text' | 'binary') =>
    type === int8 ? Number : driver.types.getTypeParser(type, format as 'text')
  const sockets = new Set<Socket>()
  const stream = () => {
    const socket = new Socket()
    sockets.add(socket)
    return socket.once('close', () => sockets.delete(socket))
  }
  const settings: pg.ClientConfig = {
    stream,
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
      // One that breaks while it's used fails what uses it; without this, it would end the process too.
      pool.on('connect', (client) => void client.on('error', () => {}))
      return pool
    },
    createClient: (): pg.Client => new driver.Client(settings),
    /** Ends what was opened here, and cuts its connections where the server doesn't say goodbye: what still waits for it fails. */
    async end(ending: () => Promise<unknown>): Promise<void> {
      const late = setTimeout(() => {
        for (const socket of sockets) socket.destroy()
      }, endMilliseconds)
      await ending().finally(() => clearTimeout(late))
    },
  }
}
