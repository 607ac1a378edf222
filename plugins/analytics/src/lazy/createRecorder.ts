import {
  type BaseError,
  type Clock,
  invalidConfiguration,
  type LogService,
  type TimerHandle,
} from '@latchkey/kernel/plugin'
import type { AnalyticsEvent, AnalyticsSinkService } from '@latchkey/plugin-wallet-data'
import type { AnalyticsOptions } from '../AnalyticsOptions.js'
import type { Observation } from '../Observation.js'
import { createUrlSink } from './createUrlSink.js'
import { toAnalyticsEvent } from './toAnalyticsEvent.js'

export interface RecorderTools {
  readonly options: AnalyticsOptions
  readonly sink: AnalyticsSinkService | undefined
  readonly clock: Clock
  readonly log: LogService
  isAllowed(): boolean
}

export interface Recorder {
  /** Set once the receiver has answered 403. */
  readonly refusal: BaseError | undefined
  record(observation: Observation): void
  /** Sends what waits. @param leaving Does not wait for the request that is under way, because the page goes. */
  flush(leaving?: boolean): Promise<void>
  /** Throws away what waits. */
  clear(): void
  /** Sends what waits a last time, and starts nothing after that. */
  dispose(): void
}

/** Before the first retry and at most, in milliseconds; doubled each time. */
const firstPause = 1_000
const longestPause = 60_000
/** Statuses that another try may change. Others mean that these events will never be taken. */
const passing = [408, 425, 429]

export function createRecorder({ options, sink, clock, log, isAllowed }: RecorderTools): Recorder {
  const { url, batchDelay = 5_000, queueLimit = 200 } = options
  const target = url === undefined ? sink : createUrlSink(url)
  let batchSize = options.batchSize ?? 20
  let queue: AnalyticsEvent[] = []
  let refusal: BaseError | undefined
  let failures = 0
  let dropped = 0
  let timer: TimerHandle | undefined
  let running: Promise<void> | undefined
  let retryAt = 0
  let isDisposed = false
  let isPrepared = false

  function stopTimer(): void {
    if (timer !== undefined) clock.clearTimeout(timer)
    timer = undefined
  }

  function schedule(delay: number): void {
    if (isDisposed || refusal || queue.length === 0) return
    timer ??= clock.setTimeout(() => {
      timer = undefined
      void drain()
    }, delay)
  }

  function bound(): void {
    const surplus = queue.length - queueLimit
    if (surplus <= 0) return
    queue.splice(0, surplus)
    dropped += surplus
    log.warn(`Analytics dropped its ${surplus} oldest events, ${dropped} in all: the receiver takes none.`)
  }

  /** What is not loaded when the page is left cannot be loaded any more. */
  function prepare(): void {
    if (isPrepared) return
    isPrepared = true
    target?.ready?.().catch((error: unknown) => {
      isPrepared = false
      log.debug('The code for sending analytics could not be loaded yet.', error)
    })
  }

  function clear(): void {
    stopTimer()
    queue = []
  }

  async function send(batch: readonly AnalyticsEvent[]): Promise<void> {
    try {
      await target?.send(batch)
      failures = 0
    } catch (error) {
      settleFailure(batch, error as { status?: number; retryAfter?: number })
    }
  }

  function settleFailure(
    batch: readonly AnalyticsEvent[],
    error: { status?: number; retryAfter?: number },
  ): void {
    const { status, retryAfter } = error
    if (status === 403) {
      refusal ??= invalidConfiguration('analyticsForbidden', error)
      log.error(refusal.message, refusal)
      return clear()
    }
    if (status === 413 && batch.length > 1) {
      batchSize = Math.ceil(batch.length / 2)
    } else if (status !== undefined && status < 500 && !passing.includes(status)) {
      return log.warn(`The analytics service did not take ${batch.length} events (HTTP ${status}).`, error)
    } else {
      failures += 1
      const pause = Math.min(firstPause * 2 ** (failures - 1), longestPause)
      retryAt = clock.now() + Math.max(pause, (retryAfter ?? 0) * 1_000)
    }
    queue.unshift(...batch)
    bound()
  }

  /** One batch after the other, until nothing waits or the receiver fails. */
  function drain(): Promise<void> {
    running ??= run().finally(() => {
      running = undefined
      schedule(Math.max(retryAt - clock.now(), 0))
    })
    return running
  }

  async function run(): Promise<void> {
    while (queue.length > 0 && !refusal && clock.now() >= retryAt) {
      if (!isAllowed()) return clear()
      stopTimer()
      await send(queue.splice(0, batchSize))
    }
  }

  /** Without waiting for one another, because the page may be gone in a moment. */
  async function sendAll(): Promise<void> {
    if (!isAllowed()) return clear()
    if (clock.now() < retryAt) return
    stopTimer()
    const batches: AnalyticsEvent[][] = []
    while (queue.length > 0) batches.push(queue.splice(0, batchSize))
    await Promise.all(batches.map(send))
    // The page may have stayed after all, as when a person only looks at another tab.
    schedule(Math.max(retryAt - clock.now(), 0))
  }

  return {
    get refusal() {
      return refusal
    },
    clear,
    record(observation) {
      const event = refusal ? undefined : toAnalyticsEvent(observation, options)
      if (!event) return
      queue.push(event)
      bound()
      prepare()
      if (queue.length >= batchSize) void drain()
      else schedule(batchDelay)
    },
    flush: (leaving = false) => (leaving ? sendAll() : drain()),
    dispose() {
      isDisposed = true
      void sendAll()
      clear()
    },
  }
}
