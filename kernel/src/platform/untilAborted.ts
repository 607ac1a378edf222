import { type BaseError, isKernelError } from '../errors/base.js'
import { requestAborted } from '../errors/embedded.js'

/**
 * Waits for an answer, but not longer than until the signal is aborted: wallets may ignore the signal, or never
 * answer at all. An answer that comes afterwards goes to `onLate`.
 *
 * @throws BaseError `REQUEST_ABORTED` on abort, or the signal's reason when that is one of our errors.
 */
export function untilAborted<T>(
  answer: Promise<T>,
  signal: AbortSignal,
  onLate: (late: T) => void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      reject(abortedError(signal))
      // A failure that comes too late concerns nobody.
      answer.then(onLate, () => {})
    }
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

/** What to throw when a signal was aborted. */
export function abortedError(signal: AbortSignal): BaseError {
  if (isKernelError(signal.reason)) return signal.reason
  return requestAborted(signal.reason)
}
