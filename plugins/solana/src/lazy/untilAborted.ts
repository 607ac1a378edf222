/** The answer of a wallet, or the signal's reason as soon as it is aborted: wallets cannot be told to stop asking. */
export function untilAborted<T>(signal: AbortSignal | undefined, run: () => Promise<T>): Promise<T> {
  if (!signal) return run()
  return new Promise<T>((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    run()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', stop))
  })
}
