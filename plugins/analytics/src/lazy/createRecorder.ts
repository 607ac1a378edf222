import type { BaseError, Clock, LogService } from '@latchkey/kernel/plugin'
import type { AnalyticsSinkService } from '@latchkey/plugin-wallet-data'
import type { AnalyticsOptions } from '../AnalyticsOptions.js'
import type { Observation } from '../Observation.js'
import { createSending } from './createSending.js'
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
  /** Sends the waiting events one last time, and nothing after that. */
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
