import { createPause } from './createPause.js'
import type { Follower } from './follower.js'

/** How the reading of one chain goes. */
export interface IndexerState {
  readonly networkId: string
  /** Up to where the index goes; absent before the first reading. */
  readonly height?: number
  /** The index held everything the node had when it was asked last. */
  readonly isCaughtUp: boolean
  /** Why the last reading failed. */
  readonly problem?: string
}

export interface Indexer {
  states(): readonly IndexerState[]
  /** Resolves when everything that the nodes hold now is in the index. @throws when a node does not answer */
  sync(): Promise<void>
  stop(): Promise<void>
}

export interface IndexerOptions {
  readonly followers: readonly Follower[]
  readonly pollMilliseconds: number
  /** Called after each write. */
  readonly onChange: (networkId: string, touched: readonly string[] | 'all') => void
  /** Called when the reading of a chain went another way than before. */
  readonly onState?: (state: IndexerState) => void
}

const longestPause = 5_000

/** Follows every chain on its own; one whose node is away is asked again, less and less often. */
export function startIndexer(options: IndexerOptions): Indexer {
  const lines = options.followers.map((follower) => followOne(follower, options))
  return {
    states: () => lines.map((line) => line.state()),
    async sync() {
      await Promise.all(lines.map((line) => line.sync()))
    },
    async stop() {
      await Promise.all(lines.map((line) => line.stop()))
    },
  }
}

interface Waiter {
  resolve(): void
  reject(reason: unknown): void
}

function followOne(follower: Follower, { pollMilliseconds, onChange, onState }: IndexerOptions) {
  let state: IndexerState = { networkId: follower.networkId, isCaughtUp: false }
  let waiting: Waiter[] = []
  let failures = 0
  let isStopped = false
  const pause = createPause()

  function setState(next: IndexerState): void {
    const isSame = JSON.stringify(next) === JSON.stringify(state)
    state = next
    if (!isSame) onState?.(next)
  }

  async function round(): Promise<void> {
    // A question that comes during this round waits for the next one, which sees everything up to then.
    const asked = waiting
    waiting = []
    try {
      let step = await follower.step()
      while (true) {
        if (step.touched === 'all' || step.touched.length > 0) onChange(follower.networkId, step.touched)
        setState({ networkId: follower.networkId, height: step.height, isCaughtUp: step.isDone })
        if (step.isDone || isStopped) break
        step = await follower.step()
      }
      failures = 0
      for (const one of asked) one.resolve()
    } catch (cause) {
      failures += 1
      const problem = cause instanceof Error ? cause.message : String(cause)
      setState({ ...state, isCaughtUp: false, problem })
      for (const one of asked) one.reject(cause)
    }
  }

  async function run(): Promise<void> {
    while (!isStopped) {
      await round()
      if (isStopped || waiting.length > 0) continue
      await pause.wait(Math.min(longestPause, pollMilliseconds * 2 ** Math.min(failures, 10)))
    }
    for (const one of waiting) one.reject(new Error('The wallet-data service was stopped.'))
  }

  const running = run()
  return {
    state: () => state,
    sync: () =>
      new Promise<void>((resolve, reject) => {
        waiting.push({ resolve, reject })
        pause.wake()
      }),
    async stop() {
      isStopped = true
      pause.wake()
      await running
    },
  }
}
