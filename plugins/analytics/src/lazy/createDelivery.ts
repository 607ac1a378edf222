import type { BaseError, Clock, LogService } from '@latchkey/kernel/plugin'
import { invalidConfiguration } from '@latchkey/kernel/wallet'
import type { AnalyticsEvent, AnalyticsSinkService } from '@latchkey/plugin-wallet-data'

/** Before the first retry and at most, in milliseconds; doubled each time. */
const firstPause = 1_000
const longestPause = 60_000
/** Statuses that another try may change. Others mean that these events will never be taken. */
const passing = [408, 425, 429]

/** Hands batches to the receiver, and knows when the next one may go. */
export interface Delivery {
  /** Set once the receiver has answered 403. */
  refusal(): BaseError | undefined
  batchSize(): number
  /** Milliseconds since the epoch before which nothing is sent. */
  retryAt(): number
  /** @returns The events to send once more. */
  deliver(batch: readonly AnalyticsEvent[]): Promise<readonly AnalyticsEvent[]>
}

interface DeliveryFailure {
  readonly status?: number
  /** Seconds. */
  readonly retryAfter?: number
}

export function createDelivery(
  target: AnalyticsSinkService | undefined,
  firstBatchSize: number,
  clock: Clock,
  log: LogService,
): Delivery {
  let batchSize = firstBatchSize
  let refusal: BaseError | undefined
  let failures = 0
  let retryAt = 0

  /** @returns Whether the batch is sent once more. */
  function settleFailure(count: number, error: DeliveryFailure): boolean {
    const { status, retryAfter } = error
    if (status === 403) {
      refusal ??= invalidConfiguration('analyticsForbidden', error)
      log.error(refusal.message, refusal)
      return false
    }
    if (status === 413 && count > 1) {
      batchSize = Math.ceil(count / 2)
    } else if (status !== undefined && status < 500 && !passing.includes(status)) {
      log.warn(`The analytics service did not take ${count} events (HTTP ${status}).`, error)
      return false
    } else {
      failures += 1
      const pause = Math.min(firstPause * 2 ** (failures - 1), longestPause)
      retryAt = clock.now() + Math.max(pause, (retryAfter ?? 0) * 1_000)
    }
    return true
  }

  return {
    refusal: () => refusal,
    batchSize: () => batchSize,
    retryAt: () => retryAt,
    async deliver(batch) {
      try {
        await target?.send(batch)
        failures = 0
        return []
      } catch (error) {
        return settleFailure(batch.length, error as DeliveryFailure) ? batch : []
      }
    },
  }
}
