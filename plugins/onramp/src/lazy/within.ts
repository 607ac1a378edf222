import { type Clock, wait } from '@latchkey/kernel/plugin'

/** Milliseconds for one answer of a provider. */
const answerTime = 10_000

/** An answer that never comes is a failed one. The signal tells the provider to stop. */
export async function within<T>(
  clock: Clock,
  signal: AbortSignal,
  ask: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const own = new AbortController()
  const stop = () => own.abort(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  try {
    const late = wait(clock, answerTime, own.signal).then(() => {
      throw new Error('The provider did not answer in time.')
    })
    return await Promise.race([ask(own.signal), late])
  } finally {
    signal.removeEventListener('abort', stop)
    own.abort()
  }
}
