import type { Clock, TimerHandle } from '@latchkey/kernel/plugin'

/** One call at a time in the future: a new one takes the place of the one before. */
export function createTimer(clock: Clock) {
  let handle: TimerHandle | undefined

  function stop(): void {
    if (handle !== undefined) clock.clearTimeout(handle)
    handle = undefined
  }

  return {
    /** @param delay in milliseconds */
    start(call: () => void, delay: number): void {
      stop()
      handle = clock.setTimeout(call, delay)
    },
    stop,
  }
}
