import type { AnalyticsEvent, AnalyticsSinkService } from '@latchkey/plugin-wallet-data'
import { createDelivery } from './createDelivery.js'
import { createQueue } from './createQueue.js'
import type { RecorderTools } from './createRecorder.js'
import { createTimer } from './createTimer.js'

/** Events that wait, and when their time to be sent comes. @param onTime Called then. */
export function createOutbox(
  { options, clock, log }: RecorderTools,
  target: AnalyticsSinkService | undefined,
  onTime: () => void,
) {
  const queue = createQueue(options.queueLimit ?? 200, log)
  const delivery = createDelivery(target, options.batchSize ?? 20, clock, log)
  const timer = createTimer(clock, onTime)
  let isStopped = false

  function schedule(delay: number): void {
    if (!isStopped && !delivery.refusal() && queue.size > 0) timer.start(delay)
  }

  function clear(): void {
    timer.stop()
    queue.clear()
  }

  return {
    queue,
    delivery,
    schedule,
    /** Schedules what's left after a batch was sent, or failed. */
    scheduleRest: () => schedule(Math.max(delivery.retryAt() - clock.now(), 0)),
    isDue: () => clock.now() >= delivery.retryAt(),
    clear,
    async send(batch: readonly AnalyticsEvent[]): Promise<void> {
      timer.stop()
      const again = await delivery.deliver(batch)
      if (delivery.refusal()) clear()
      else if (again.length > 0) queue.putBack(again)
    },
    /** Cancels the schedule. */
    stop(): void {
      isStopped = true
    },
  }
}
