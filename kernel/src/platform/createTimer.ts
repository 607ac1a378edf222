import type { Clock, TimerHandle } from './clock.js'

export interface Timer {
  /** @param delay in milliseconds */
  start(call: () => void, delay: number): void
  stop(): void
}

/** One call at a time in the future: a new one takes the place of the one before. */
export function createTimer(clock: Clock): Timer {
  let handle: TimerHandle | undefined

  function stop(): void {
    if (handle !== undefined) clock.clearTimeout(handle)
    handle = undefined
  }

  return {
    start(call, delay) {
      stop()
      handle = clock.setTimeout(call, delay)
    },
    stop,
  }
}
