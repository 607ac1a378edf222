/**
 * Does work in one tab of the site at a time: another tab's begins when this one has ended, or its tab is gone (Web Locks
 * API). Where a browser has no locks every tab does it.
 *
 * @param name Of the lock: unique on the site, such as `latchkey.send` with an id.
 * @throws whatever `work` throws, or the reason of the signal.
 */
export async function inOneTab<T>(name: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const locks = globalThis.navigator?.locks
  if (!locks) return work()
  let hasBegun = false
  const begin = () => {
    hasBegun = true
    return work()
  }
  try {
    return await locks.request(name, { signal }, begin)
  } catch (error) {
    // Sandboxed frames have locks and may not use them.
    if (hasBegun || signal.aborted) throw error
    return work()
  }
}
