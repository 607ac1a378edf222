export type Listener<T> = (value: T) => unknown

/**
 * Adds a listener and answers its removal. Wrapped, so that the same function registered twice is heard twice and
 * removed once at a time.
 */
export function addListener<Arguments extends unknown[], Answer>(
  listeners: Set<(...given: Arguments) => Answer>,
  listener: (...given: Arguments) => Answer,
): () => void {
  const entry = (...given: Arguments) => listener(...given)
  listeners.add(entry)
  return () => void listeners.delete(entry)
}

/** Tells every listener, each isolated from the failures of the others, which go to `onError`. */
export function tellListeners<T>(
  listeners: Iterable<Listener<T>>,
  value: T,
  onError: (error: unknown) => void,
): void {
  for (const listener of [...listeners]) {
    try {
      const result = listener(value)
      // An asynchronous listener fails later, and would otherwise end a server's process.
      if (result instanceof Promise) result.catch(onError)
    } catch (error) {
      onError(error)
    }
  }
}
