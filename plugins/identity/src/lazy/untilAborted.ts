/** Wallets may never answer; a person who called it off must not wait for them, and what was called off is not begun. */
export async function untilAborted<T>(signal: AbortSignal, run: () => Promise<T>): Promise<T> {
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    run()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', stop))
  })
}
