import type { Clock, TimerHandle } from '@latchkey/kernel/plugin'

/** Schedules one call. Starting it again before then changes nothing. */
export function createTimer(clock: Clock, call: () => void) {
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
