import type { Ignored } from './messages.js'

export interface IgnoredCounts {
  add(why: Ignored): void
  read(): Readonly<Partial<Record<Ignored, number>>>
}

/** How many messages were left alone, by reason. */
export function createIgnoredCounts(onIgnored?: (why: Ignored) => void): IgnoredCounts {
  const counts: Partial<Record<Ignored, number>> = {}
  return {
    add(why) {
      counts[why] = (counts[why] ?? 0) + 1
      onIgnored?.(why)
    },
    read: () => ({ ...counts }),
  }
}
