import type { AnalyticsEvent, AnalyticsSinkService } from '@latchkey/plugin-wallet-data'
import { createOutbox } from './createOutbox.js'
import type { RecorderTools } from './createRecorder.js'

/** Events on their way to the receiver. */
export function createSending(tools: RecorderTools, target: AnalyticsSinkService | undefined) {
  const outbox = createOutbox(tools, target, () => void drain())
  const { queue, delivery, isDue, clear } = outbox
  let running: Promise<void> | undefined

  /** One batch after the other, until nothing waits or the receiver fails. */
  function drain(): Promise<void> {
    running ??= sendInTurn().finally(() => {
      running = undefined
      outbox.scheduleRest()
    })
    return running
  }

  async function sendInTurn(): Promise<void> {
    while (queue.size > 0 && !delivery.refusal() && isDue()) {
      if (!tools.isAllowed()) return clear()
      await outbox.send(queue.take(delivery.batchSize()))
    }
  }

  /** Without waiting for one another, because the page may be gone in a moment. */
  async function sendAll(): Promise<void> {
    if (!tools.isAllowed()) return clear()
    if (!isDue()) return
    await Promise.all(queue.takeAll(delivery.batchSize()).map(outbox.send))
    // The page may have stayed after all, as when the user only looks at another tab.
    outbox.scheduleRest()
  }

  return {
    refusal: delivery.refusal,
    /** @param batchDelay Milliseconds that it waits for others. */
    add(event: AnalyticsEvent, batchDelay: number): void {
      queue.add(event)
      if (queue.size >= delivery.batchSize()) void drain()
      else outbox.schedule(batchDelay)
    },
    clear,
    drain,
    sendAll,
    /** Sends what waits a last time, and starts nothing after that. */
    stop(): void {
      outbox.stop()
      void sendAll()
      clear()
    },
  }
}
