import { isKernelError, requestAborted } from '@latchkey/kernel/plugin'

/**
 * Waits for a shared answer, but not longer than until the asker's own signal is aborted: others wait for it too.
 *
 * @throws BaseError `REQUEST_ABORTED`, or the signal's reason when that is one of our errors.
 */
export function untilAborted<T>(answer: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return answer
  return new Promise((resolve, reject) => {
    const stop = () => reject(isKernelError(signal.reason) ? signal.reason : requestAborted(signal.reason))
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
