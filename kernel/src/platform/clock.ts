import { token } from '../keys/token.js'

export type TimerHandle = ReturnType<typeof setTimeout>

/** Time, behind a token so that tests own it. Milliseconds throughout. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  setTimeout(callback: () => void, delay: number): TimerHandle
  clearTimeout(handle: TimerHandle): void
}

export const Clock = token<Clock>('latchkey.clock')

export const defaultClock: Clock = {
  now: () => Date.now(),
  setTimeout: (callback, delay) => setTimeout(callback, delay),
  clearTimeout: (handle) => clearTimeout(handle),
}

/** Waits; rejects with the signal's reason when it is aborted first. */
export function wait(clock: Clock, delay: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const stop = () => {
      clock.clearTimeout(handle)
      reject(signal?.reason)
    }
    const handle = clock.setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, delay)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
