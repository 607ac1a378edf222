import type { Clock } from '@latchkey/kernel/plugin'

/** The clock of the page itself. */
export const pageClock: Clock = {
  now: () => Date.now(),
  setTimeout: (callback, delay) => setTimeout(callback, delay),
  clearTimeout: (handle) => clearTimeout(handle),
}
