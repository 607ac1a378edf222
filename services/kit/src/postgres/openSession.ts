import { Kysely } from 'kysely'
import type pg from 'pg'
import { connectPostgres } from './connectPostgres.js'
import { createPostgresDialect, type Runs } from './createPostgresDialect.js'

/**
 * One connection that hears what others tell, and may hold a lock. What is written through it is written by the holder of
 * the lock or not at all: PostgreSQL gives the lock back with the connection, whatever ended it.
 */
export interface Session<Schema> {
  readonly database: Kysely<Schema>
  /** Takes the lock if it's free. It is held until the session ends. */
  tryLock(key: bigint): Promise<boolean>
  /** Resolves when the connection has ended. */
  readonly ended: Promise<void>
  close(): Promise<void>
}

export interface SessionOptions {
  /** `postgres://` connection string of the primary. */
  readonly target: string
  readonly channel: string
  readonly onNotice: (text: string) => void
}

/**
 * Both sides notice within 8 seconds that the other machine is gone without a word: the server by these settings, and so
 * gives the lock back; this side by asking.
 */
const serverSettings = [
  'set tcp_keepalives_idle = 3',
  'set tcp_keepalives_interval = 2',
  'set tcp_keepalives_count = 2',
  'set tcp_user_timeout = 7000',
]
const askPause = 2_000
const askPatience = 5_000

export async function openSession<Schema>(options: SessionOptions): Promise<Session<Schema>> {
  const postgres = await connectPostgres(options.target)
  const { createClient } = postgres
  const client = createClient()
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  client.on('error', () => end())
  client.on('end', () => end())
  client.on('notification', ({ payload }) => options.onNotice(payload ?? ''))
  await client.connect()
  const { runs, isRunning } = countRunning(client)
  let isAnswering = true
  const watch = setInterval(() => {
    if (!isAnswering) return
    isAnswering = false
    const late = setTimeout(() => {
      end()
      void client.end().catch(() => {})
    }, askPatience)
    const settle = () => {
      clearTimeout(late)
      isAnswering = true
    }
    // A question waits for the statement before it, which may well take longer than the server has to answer.
    if (isRunning()) askBeside(createClient()).then(settle, () => {})
    else client.query('select 1').then(settle, settle)
  }, askPause)
  void ended.then(() => clearInterval(watch))
  try {
    for (const statement of serverSettings) await client.query(statement)
    await client.query(`listen ${client.escapeIdentifier(options.channel)}`)
  } catch (error) {
    end()
    await client.end().catch(() => {})
    throw error
  }
  const turns = createTurns()
  return {
    database: new Kysely<Schema>({ dialect: createPostgresDialect(runs, turns) }),
    async tryLock(key) {
      await turns.acquire()
      try {
        const { rows } = await client.query('select pg_try_advisory_lock($1) as held', [String(key)])
        return rows[0].held === true
      } finally {
        turns.release()
      }
    },
    ended,
    async close() {
      end()
      await postgres.end(() => client.end().catch(() => {}))
    },
  }
}

function countRunning(client: Runs) {
  let running = 0
  const runs: Runs = {
    query(text, values) {
      running += 1
      return client.query(text, values).finally(() => {
        running -= 1
      })
    },
  }
  return { runs, isRunning: () => running > 0 }
}

/** Resolves when the server says anything, also that it has no connection left. */
async function askBeside(client: pg.Client): Promise<void> {
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    if (!(error instanceof Error && 'severity' in error)) throw error
  } finally {
    void client.end().catch(() => {})
  }
}

/** One after the other, so that no statement gets into another's transaction. */
function createTurns() {
  let isTaken = false
  const waiting: (() => void)[] = []
  return {
    async acquire() {
      if (isTaken) await new Promise<void>((resolve) => waiting.push(resolve))
      isTaken = true
    },
    release() {
      const next = waiting.shift()
      if (next) next()
      else isTaken = false
    },
  }
}
