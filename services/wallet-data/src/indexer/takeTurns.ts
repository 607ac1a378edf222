import type { Session } from '@latchkey/service-kit'
import type { Database, Schema } from '../database/schema.js'
import type { Announce, Notice } from '../shared/changes.js'
import { readStates, writeState } from '../store/indexStates.js'
import type { Follow } from './follower.js'
import { createPause } from './createPause.js'
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

interface Turn {
  readonly states: Map<string, IndexerState>
  readonly pause: ReturnType<typeof createPause>
  /** While this process reads the chains. */
  reading: Indexer | undefined
  /** The connection is. */
  isOpen: boolean
  isStopped: boolean
  isTold: boolean
}

/**
 * Reads the chains while no other instance of the database does. The lock and everything that is written are of one
 * connection, so that no process writes that has lost the lock without knowing.
 */
export function takeTurns(options: TurnsOptions): Indexer {
  const { networkIds, follows, database, announce } = options
  const turn: Turn = {
    states: new Map(),
    pause: createPause(),
    reading: undefined,
    isOpen: false,
    isStopped: false,
    isTold: false,
  }
  const running = run(turn, options)
  const watching = follows.map((follow) => follow(database, announce.touched))
  return {
    states: () => networkIds.flatMap((networkId) => turn.states.get(networkId) ?? []),
    async sync() {
      while (!turn.isStopped) {
        const isDone = turn.reading
          ? await syncOurs(turn, turn.reading)
          : (await Promise.all(watching.map((one) => one.isCurrent()))).every(Boolean)
        if (isDone) return
        await new Promise((resolve) => setTimeout(resolve, askPause))
      }
      throw new Error('The wallet-data service was stopped.')
    },
    async stop() {
      turn.isStopped = true
      turn.pause.wake()
      await running
    },
  }
}

/** False when the turn went to somebody else meanwhile. */
async function syncOurs(turn: Turn, reading: Indexer): Promise<boolean> {
  try {
    await reading.sync()
    return true
  } catch (error) {
    if (reading === turn.reading && turn.isOpen) throw error
    return false
  }
}

async function run(turn: Turn, options: TurnsOptions): Promise<void> {
  while (!turn.isStopped) {
    const cause = await oneSession(turn, options).catch((error: unknown) => error)
    if (!turn.isStopped && !turn.isTold) {
      options.report(new Error(lost, { cause }))
      turn.isTold = true
    }
    if (!turn.isStopped) await turn.pause.wait(tryPause)
  }
}

async function oneSession(turn: Turn, options: TurnsOptions): Promise<void> {
  const session = await options.openSession((notice) => {
    if (notice.state) turn.states.set(notice.state.networkId, asState(notice.state))
    options.onNotice(notice)
  })
  try {
    await serve(session, turn, options)
  } finally {
    options.onHearing(false)
    // Without its connection, what it still does fails; nobody waits for it to try the lock.
    if (!turn.isStopped) await session.close()
    if (turn.reading) options.onTurn(false)
    await turn.reading?.stop()
    turn.reading = undefined
    await session.close()
  }
}

async function serve(session: Session<Schema>, turn: Turn, options: TurnsOptions): Promise<void> {
  turn.isOpen = true
  void session.ended.then(() => {
    turn.isOpen = false
    turn.pause.wake()
  })
  for (const state of await readStates(options.database)) turn.states.set(state.networkId, state)
  turn.isTold = false
  options.onHearing(true)
  while (turn.isOpen && !turn.isStopped) {
    if (!turn.reading && options.follows.length > 0 && (await session.tryLock(lockKey))) {
      turn.reading = begin(session, turn, options)
      options.onTurn(true)
    }
    if (turn.isOpen && !turn.isStopped) await turn.pause.wait(tryPause)
  }
}

function begin(session: Session<Schema>, turn: Turn, options: TurnsOptions): Indexer {
  const { announce, follows, pollMilliseconds, onChange } = options
  return startIndexer({
    followers: follows.map((follow) => follow(session.database, announce.touched)),
    pollMilliseconds,
    onChange,
    onState: createStateWriter(session.database, {
      announce,
      note: (state) => turn.states.set(state.networkId, state),
      // What fails with the connection is told as that.
      report: (error) => (turn.isOpen ? options.report(error) : undefined),
    }),
  })
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
