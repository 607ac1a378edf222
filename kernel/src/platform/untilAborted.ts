import { type BaseError, isKernelError } from '../errors/base.js'
import { requestAborted } from '../errors/embedded.js'

/**
 * Waits for an answer, but not longer than until the signal is aborted: wallets and nodes may ignore the signal, or never
 * answer at all.
 *
 * @param signal Without one, it waits as long as it takes.
 * @param answer A function is not called when the signal is aborted already: between two awaits there is time for that.
 * @param onLate Receives an answer that comes after the abort.
 * @throws BaseError `REQUEST_ABORTED` on abort, or the signal's reason when that is one of our errors.
 */
export function untilAborted<T>(
  signal: AbortSignal | undefined,
  answer: Promise<T> | (() => Promise<T>),
  onLate: (late: T) => void = () => {},
): Promise<T> {
  if (signal?.aborted && typeof answer === 'function') return Promise.reject(abortedError(signal))
  const pending = typeof answer === 'function' ? answer() : answer
  if (!signal) return pending
  return new Promise((resolve, reject) => {
    const stop = () => {
      reject(abortedError(signal))
      // A failure that comes too late concerns nobody.
      pending.then(onLate, () => {})
    }
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
    // In the same turn as the answer, so that an answer that was given can't also count as late.
    pending.finally(() => signal.removeEventListener('abort', stop)).then(resolve, reject)
  })
}

/** What to throw when a signal was aborted. */
export function abortedError(signal: AbortSignal): BaseError {
  if (isKernelError(signal.reason)) return signal.reason
  return requestAborted(signal.reason)
}
