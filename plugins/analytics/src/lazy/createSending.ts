import type { AnalyticsEvent, AnalyticsSinkService } from '@latchkey/plugin-wallet-data'
import { createOutbox } from './createOutbox.js'
import type { RecorderTools } from './createRecorder.js'

/** Sends events to the receiver. */
export function createSending(tools: RecorderTools, target: AnalyticsSinkService | undefined) {
  const outbox = createOutbox(tools, target, () => void drain())
  const { queue, delivery, isDue, clear } = outbox
  let running: Promise<void> | undefined

  /** Sends one batch after another, until none waits or the receiver fails. */
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

  /** Sends all batches at once, because the page may be gone in a moment. */
  async function sendAll(): Promise<void> {
    if (!tools.isAllowed()) return clear()
    if (!isDue()) return
    await Promise.all(queue.takeAll(delivery.batchSize()).map(outbox.send))
    // The page may stay after all: perhaps the person only looks at another tab.
    outbox.scheduleRest()
  }

  return {
    refusal: delivery.refusal,
    /** @param batchDelay Milliseconds an event waits for more events. */
    add(event: AnalyticsEvent, batchDelay: number): void {
      queue.add(event)
      if (queue.size >= delivery.batchSize()) void drain()
      else outbox.schedule(batchDelay)
    },
    clear,
    drain,
    sendAll,
    /** Sends the waiting events one last time, and nothing after that. */
    stop(): void {
      outbox.stop()
      void sendAll()
      clear()
    },
  }
}
