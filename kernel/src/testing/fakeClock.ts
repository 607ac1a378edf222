import type { Clock, TimerHandle } from '../platform/clock.js'

export interface FakeClock extends Clock {
  /** Moves time on and runs what is due, in order, including what that schedules. Milliseconds. */
  advance(duration: number): void
  /** Timers that have neither run nor been cleared. */
  readonly pending: number
}

/** Time that stands still until a test moves it. */
export function fakeClock(start = 1_700_000_000_000): FakeClock {
  const timers = new Map<number, { readonly at: number; readonly callback: () => void }>()
  let time = start
  let count = 0

  function nextDue(until: number): number | undefined {
    const due = [...timers].filter(([, timer]) => timer.at <= until)
    return due.sort(([left, a], [right, b]) => a.at - b.at || left - right)[0]?.[0]
  }

  return {
    now: () => time,
    setTimeout(callback, delay) {
      count += 1
      timers.set(count, { at: time + Math.max(0, delay), callback })
      // A handle is a number in browsers and an object in Node: its holder may rely on neither.
      return count as unknown as TimerHandle
    },
    clearTimeout: (handle) => void timers.delete(handle as unknown as number),
    advance(duration) {
      const until = time + duration
      for (let id = nextDue(until); id !== undefined; id = nextDue(until)) {
        const timer = timers.get(id)
        timers.delete(id)
        time = timer?.at ?? time
        timer?.callback()
      }
      time = until
    },
    get pending() {
      return timers.size
    },
  }
}
