import type { Session } from '@latchkey/service-kit'
import type { Database, Schema } from '../database/schema.js'
import type { Announce, Notice } from '../shared/changes.js'
import { readStates, writeState } from '../store/indexStates.js'
import type { Follow } from './follower.js'
import { type Indexer, type IndexerOptions, type IndexerState, startIndexer } from './startIndexer.js'

export interface TurnsOptions extends Pick<IndexerOptions, 'pollMilliseconds' | 'onChange'> {
  readonly follows: readonly Follow[]
  /** In the order of the chains that are served. */
  readonly networkIds: readonly string[]
  readonly database: Database
  readonly announce: Announce
  /** Opens a connection to the primary, which hears the others. */
  openSession(onNotice: (notice: Notice) => void): Promise<Session<Schema>>
  /** Called with notices of other instances. */
  onNotice(notice: Notice): void
  /** Whether this process hears what changes, from now on. */
  onHearing(isHearing: boolean): void
  /** Whether this process reads the chains, from now on. */
  onTurn(isOurs: boolean): void
  /** Told once when the connection is lost. */
  readonly report: (error: unknown) => void
}

/** The lock of those who read the chains of a database. Any number that no other program takes there. */
const lockKey = 7_236_045_118_274_611n
/** Milliseconds between two tries. A lock that is free is taken after so long. */
const tryPause = 1_000
const askPause = 100
const lost =
  'The connection to PostgreSQL on which instances hear each other was lost. Answers are not kept until it is open again.'

/**
 * Reads the chains while no other instance of the database does. The lock and everything that is written are of one
 * connection, so that no process writes that has lost the lock without knowing.
 */
export function takeTurns(options: TurnsOptions): Indexer {
  const states = new Map<string, IndexerState>()
  let reading: Indexer | undefined
  let isStopped = false
  let isTold = false
  let isOpen = false
  let wake = () => {}
  const pause = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  function hear(notice: Notice): void {
    if (notice.state) states.set(notice.state.networkId, asState(notice.state))
    options.onNotice(notice)
  }

  function begin(session: Session<Schema>): Indexer {
    const { announce, follows, pollMilliseconds, onChange } = options
    return startIndexer({
      followers: follows.map((follow) => follow(session.database, announce.touched)),
      pollMilliseconds,
      onChange,
      onState: createStateWriter(session.database, {
        announce,
        note: (state) => states.set(state.networkId, state),
        // What fails with the connection is told as that.
        report: (error) => (isOpen ? options.report(error) : undefined),
      }),
    })
  }

  async function serve(session: Session<Schema>): Promise<void> {
    isOpen = true
    void session.ended.then(() => {
      isOpen = false
      wake()
    })
    for (const state of await readStates(options.database)) states.set(state.networkId, state)
    isTold = false
    options.onHearing(true)
    while (isOpen && !isStopped) {
      if (!reading && options.follows.length > 0 && (await session.tryLock(lockKey))) {
        reading = begin(session)
        options.onTurn(true)
      }
      if (isOpen && !isStopped) await pause(tryPause)
    }
  }

  async function oneSession(): Promise<void> {
    const session = await options.openSession(hear)
    try {
      await serve(session)
    } finally {
      options.onHearing(false)
      // Without its connection, what it still does fails; nobody waits for it to try the lock.
      if (!isStopped) await session.close()
      if (reading) options.onTurn(false)
      await reading?.stop()
      reading = undefined
      await session.close()
    }
  }

  async function run(): Promise<void> {
    while (!isStopped) {
      const cause = await oneSession().catch((error: unknown) => error)
      if (!isStopped && !isTold) {
        options.report(new Error(lost, { cause }))
        isTold = true
      }
      if (!isStopped) await pause(tryPause)
    }
  }

  const running = run()
  const watching = options.follows.map((follow) => follow(options.database, options.announce.touched))
  return {
    states: () => options.networkIds.flatMap((networkId) => states.get(networkId) ?? []),
    async sync() {
      while (!isStopped) {
        const ours = reading
        if (ours) {
          const done = await ours.sync().then(
            () => true,
            (error: unknown) => {
              // The turn has gone to somebody else.
              if (ours === reading && isOpen) throw error
              return false
            },
          )
          if (done) return
        } else {
          const current = await Promise.all(watching.map((one) => one.isCurrent()))
          if (current.every(Boolean)) return
        }
        await new Promise((resolve) => setTimeout(resolve, askPause))
      }
      throw new Error('The wallet-data service was stopped.')
    },
    async stop() {
      isStopped = true
      wake()
      await running
    },
  }
}

const asState = ({ networkId, height, isCaughtUp, problem }: NonNullable<Notice['state']>): IndexerState => ({
  networkId,
  isCaughtUp,
  ...(height === undefined ? {} : { height }),
  ...(problem === undefined ? {} : { problem }),
})

/** Characters of a problem that are kept. */
const problemLength = 500

/** Keeps the newest state of each chain, one write at a time: what changed meanwhile is written once. */
function createStateWriter(
  database: Database,
  { announce, note, report }: Pick<TurnsOptions, 'announce' | 'report'> & { note(state: IndexerState): void },
): (state: IndexerState) => void {
  const waiting = new Map<string, IndexerState>()
  let isWriting = false
  async function write(): Promise<void> {
    isWriting = true
    try {
      for (const [networkId, state] of waiting) {
        waiting.delete(networkId)
        await database.transaction().execute(async (open) => {
          await writeState(open, state)
          await announce.state(open, state)
        })
      }
    } catch (error) {
      report(error)
    } finally {
      isWriting = false
    }
  }
  return ({ problem, ...rest }) => {
    const state = problem === undefined ? rest : { ...rest, problem: problem.slice(0, problemLength) }
    note(state)
    waiting.set(state.networkId, state)
    if (!isWriting) void write()
  }
}
