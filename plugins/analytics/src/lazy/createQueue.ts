import type { LogService } from '@latchkey/kernel/plugin'
import type { AnalyticsEvent } from '@latchkey/plugin-wallet-data'

/** Events that wait, oldest first. Drops the oldest above the limit. */
export function createQueue(limit: number, log: LogService) {
  let waiting: AnalyticsEvent[] = []
  let dropped = 0

  function bound(): void {
    const surplus = waiting.length - limit
    if (surplus <= 0) return
    waiting.splice(0, surplus)
    dropped += surplus
    log.warn(`Analytics dropped its ${surplus} oldest events, ${dropped} in all: the receiver takes none.`)
  }

  return {
    get size() {
      return waiting.length
    },
    add(event: AnalyticsEvent): void {
      waiting.push(event)
      bound()
    },
    take: (count: number): AnalyticsEvent[] => waiting.splice(0, count),
    /** Everything, in batches of a size. */
    takeAll(size: number): AnalyticsEvent[][] {
      const batches: AnalyticsEvent[][] = []
      while (waiting.length > 0) batches.push(waiting.splice(0, size))
      return batches
    },
    putBack(events: readonly AnalyticsEvent[]): void {
      waiting.unshift(...events)
      bound()
    },
    clear(): void {
      waiting = []
    },
  }
}
