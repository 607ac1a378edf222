import type { ProtocolClock } from '../src/protocol/index.js'

export interface TestClock extends ProtocolClock {
  /** Lets time pass. Timers run in their order, and what they set off runs before the next. */
  pass(milliseconds: number): Promise<void>
  /** Timers that are still set. */
  pending(): number
}

const rest = () => new Promise<void>((resolve) => setImmediate(resolve))

export function createTestClock(): TestClock {
  let now = 1_790_000_000_000
  let count = 0
  const timers = new Map<number, { at: number; run: () => void }>()
  return {
    now: () => now,
    setTimeout(run, delay) {
      count += 1
      timers.set(count, { at: now + delay, run })
      return count as unknown as ReturnType<typeof setTimeout>
    },
    clearTimeout: (handle) => void timers.delete(handle as unknown as number),
    pending: () => timers.size,
    async pass(milliseconds) {
      const end = now + milliseconds
      await rest()
      for (;;) {
        const [next] = [...timers]
          .filter(([, { at }]) => at <= end)
          .sort((a, b) => a[1].at - b[1].at || a[0] - b[0])
        if (!next) break
        timers.delete(next[0])
        now = Math.max(now, next[1].at)
        next[1].run()
        await rest()
      }
      now = end
      await rest()
    },
  }
}
