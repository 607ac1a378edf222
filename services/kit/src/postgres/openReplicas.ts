import type pg from 'pg'
import { connectPostgres } from './connectPostgres.js'
import type { Runs } from './createPostgresDialect.js'
import { withoutPassword } from './withoutPassword.js'

/** What happened with replicas, for counters: words of ours, never an address. */
export type ReplicaEvent = 'used' | 'passed-over' | 'failed'

export interface Replicas extends Runs {
  close(): Promise<void>
}

export interface ReplicaOptions {
  readonly primary: pg.Pool
  readonly urls: readonly string[]
  /** A replica that shows less than everything committed so many milliseconds ago isn't read from. */
  readonly lagMilliseconds: number
  readonly onEvent: (event: ReplicaEvent) => void
  readonly report: (error: Error) => void
}

interface Replica {
  readonly pool: pg.Pool
  readonly end: (ending: () => Promise<unknown>) => Promise<void>
  readonly shown: string
  /** It shows everything that was committed before. Milliseconds of `performance.now()`. */
  freshAt: number
  isAway: boolean
}

/** Milliseconds between two comparisons. */
const comparePause = 500

/** Milliseconds after which the primary is asked instead: a replica that froze keeps its connections and says nothing. */
const patience = 2_000

/** A place in the log of the primary, and when it was there. */
interface Place {
  readonly at: number
  readonly position: bigint
}

/**
 * Reads from replicas in turn, and from the primary where none is there or near enough. How far one is behind is not what
 * it says of itself, which a replica without a connection can't know: its place in the log is compared with the primary's.
 */
export async function openReplicas(options: ReplicaOptions): Promise<Replicas> {
  const { primary, lagMilliseconds, onEvent } = options
  const replicas = await Promise.all(options.urls.map(openReplica))
  // Each apart: one that doesn't answer must not make the others look old.
  const comparisons = replicas.map((replica) => startComparing(primary, replica, options))
  let turn = 0
  const chosen = (): Replica | undefined => {
    const oldest = performance.now() - lagMilliseconds
    const usable = replicas.filter(({ isAway, freshAt }) => !isAway && freshAt >= oldest)
    turn = (turn + 1) % Math.max(1, usable.length)
    return usable[turn]
  }
  return {
    async query(text, values) {
      const replica = chosen()
      if (!replica) {
        onEvent('passed-over')
        return primary.query(text, values)
      }
      try {
        const result = await replica.pool.query(text, values)
        onEvent('used')
        return result
      } catch (error) {
        // What is wrong with the statement itself is wrong there as well, and is no fault of the replica.
        if (!isAboutStatement(error)) {
          onEvent('failed')
          markAway(replica, error, options)
        }
        return primary.query(text, values)
      }
    },
    async close() {
      await Promise.all(comparisons.map((stop) => stop()))
      await Promise.all(replicas.map(({ pool, end }) => end(() => pool.end())))
    },
  }
}

async function openReplica(url: string): Promise<Replica> {
  const { openPool, end } = await connectPostgres(url)
  const pool = openPool({ query_timeout: patience, connectionTimeoutMillis: patience })
  return { pool, end, shown: withoutPassword(url), freshAt: Number.NEGATIVE_INFINITY, isAway: false }
}

function markAway(replica: Replica, cause: unknown, { report }: ReplicaOptions): void {
  replica.freshAt = Number.NEGATIVE_INFINITY
  if (replica.isAway) return
  replica.isAway = true
  const reason = cause instanceof Error ? cause.message : String(cause)
  const message = `The read replica ${replica.shown} can't be read from: ${reason}. The primary is read until it's back.`
  report(new Error(message, { cause }))
}

/** SQLSTATE classes of what a statement asks. All others are about the server or the way to it. */
function isAboutStatement(error: unknown): boolean {
  const code = error instanceof Error ? Reflect.get(error, 'code') : undefined
  return typeof code === 'string' && /^(?:0A|21|22|42)[0-9A-Z]{3}$/.test(code)
}

function startComparing(primary: pg.Pool, replica: Replica, options: ReplicaOptions): () => Promise<void> {
  let places: readonly Place[] = []
  let isStopped = false
  let wake = () => {}
  async function compare(): Promise<void> {
    const at = performance.now()
    const { rows } = await primary.query('select pg_current_wal_lsn()::text as place')
    places = [{ at, position: positionOf(rows[0].place) }, ...places.slice(0, 20)]
    await compareOne(replica, places, options)
  }
  async function run(): Promise<void> {
    while (!isStopped) {
      // A primary that can't be asked lets its replicas grow old, and answers the next question with its own fault.
      await compare().catch(() => {})
      if (isStopped) return
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, comparePause)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }
  const running = run()
  return async () => {
    isStopped = true
    wake()
    await running
  }
}

async function compareOne(
  replica: Replica,
  places: readonly Place[],
  options: ReplicaOptions,
): Promise<void> {
  try {
    const { rows } = await replica.pool.query('select pg_last_wal_replay_lsn()::text as place')
    const { place } = rows[0]
    if (place === null) throw new Error('it is no replica of the primary')
    const reached = positionOf(place)
    const shown = places.find(({ position }) => position <= reached)
    if (shown) replica.freshAt = shown.at
    replica.isAway = false
  } catch (error) {
    markAway(replica, error, options)
  }
}

/** Of `16/B374D848`. */
function positionOf(place: string): bigint {
  const [high = '0', low = '0'] = place.split('/')
  return BigInt(`0x${high}`) * 2n ** 32n + BigInt(`0x${low}`)
}
