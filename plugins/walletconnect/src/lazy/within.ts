import type { Clock } from '@latchkey/kernel/plugin'

/** Settles as the promise does, or rejects with `late()` after so many milliseconds. */
export function within<T>(promise: Promise<T>, clock: Clock, delay: number, late: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = clock.setTimeout(() => reject(late()), delay)
    promise.then(resolve, reject).finally(() => clock.clearTimeout(timer))
  })
}
