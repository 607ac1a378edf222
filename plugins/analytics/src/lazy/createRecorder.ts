import type { BaseError, Clock, LogService, TimerHandle } from '@latchkey/kernel/plugin'
import type { AnalyticsEvent, AnalyticsSinkService } from '@latchkey/plugin-wallet-data'
import type { AnalyticsOptions } from '../AnalyticsOptions.js'
import type { Observation } from '../Observation.js'
import { createDelivery } from './createDelivery.js'
import { createQueue } from './createQueue.js'
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

export function createRecorder(tools: RecorderTools): Recorder {
  const { options, log } = tools
  const { url, batchDelay = 5_000 } = options
  const target = url === undefined ? tools.sink : createUrlSink(url)
  const sending = createSending(tools, target)
  const prepare = createPreparation(target, log)

  return {
    get refusal() {
      return sending.refusal()
    },
    clear: sending.clear,
    record(observation) {
      const event = sending.refusal() ? undefined : toAnalyticsEvent(observation, options)
      if (!event) return
      prepare()
      sending.add(event, batchDelay)
    },
    flush: (leaving = false) => (leaving ? sending.sendAll() : sending.drain()),
    dispose: sending.stop,
  }
}

/** Events on their way to the receiver. */
function createSending(
  { options, clock, log, isAllowed }: RecorderTools,
  target: AnalyticsSinkService | undefined,
) {
  const queue = createQueue(options.queueLimit ?? 200, log)
  const delivery = createDelivery(target, options.batchSize ?? 20, clock, log)
  const timer = createTimer(clock, () => void drain())
  let running: Promise<void> | undefined
  let isStopped = false

  function schedule(delay: number): void {
    if (!isStopped && !delivery.refusal() && queue.size > 0) timer.start(delay)
  }

  function clear(): void {
    timer.stop()
    queue.clear()
  }

  async function send(batch: readonly AnalyticsEvent[]): Promise<void> {
    const again = await delivery.deliver(batch)
    if (delivery.refusal()) clear()
    else if (again.length > 0) queue.putBack(again)
  }

  const scheduleRest = () => schedule(Math.max(delivery.retryAt() - clock.now(), 0))

  /** One batch after the other, until nothing waits or the receiver fails. */
  function drain(): Promise<void> {
    running ??= sendInTurn().finally(() => {
      running = undefined
      scheduleRest()
    })
    return running
  }

  async function sendInTurn(): Promise<void> {
    while (queue.size > 0 && !delivery.refusal() && clock.now() >= delivery.retryAt()) {
      if (!isAllowed()) return clear()
      timer.stop()
      await send(queue.take(delivery.batchSize()))
    }
  }

  /** Without waiting for one another, because the page may be gone in a moment. */
  async function sendAll(): Promise<void> {
    if (!isAllowed()) return clear()
    if (clock.now() < delivery.retryAt()) return
    timer.stop()
    await Promise.all(queue.takeAll(delivery.batchSize()).map(send))
    // The page may have stayed after all, as when the user only looks at another tab.
    scheduleRest()
  }

  return {
    refusal: delivery.refusal,
    /** @param batchDelay Milliseconds that it waits for others. */
    add(event: AnalyticsEvent, batchDelay: number): void {
      queue.add(event)
      if (queue.size >= delivery.batchSize()) void drain()
      else schedule(batchDelay)
    },
    clear,
    drain,
    sendAll,
    /** Sends what waits a last time, and starts nothing after that. */
    stop(): void {
      isStopped = true
      void sendAll()
      clear()
    },
  }
}

/** Loads the code for sending early: it can't be loaded any more when the page is left. */
function createPreparation(target: AnalyticsSinkService | undefined, log: LogService): () => void {
  let isPrepared = false
  return () => {
    if (isPrepared) return
    isPrepared = true
    target?.ready?.().catch((error: unknown) => {
      isPrepared = false
      log.debug('The code for sending analytics could not be loaded yet.', error)
    })
  }
}

/** One call in the future. A second start before it changes nothing. */
function createTimer(clock: Clock, call: () => void) {
  let handle: TimerHandle | undefined
  return {
    start(delay: number): void {
      handle ??= clock.setTimeout(() => {
        handle = undefined
        call()
      }, delay)
    },
    stop(): void {
      if (handle !== undefined) clock.clearTimeout(handle)
      handle = undefined
    },
  }
}
