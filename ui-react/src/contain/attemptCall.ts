/** Runs what belongs to a plugin. When it throws, the fault is told and the other value stands in. */
export function attemptCall<T>(run: () => T, otherwise: T, onFault?: (error: unknown) => void): T {
  try {
    return run()
  } catch (error) {
    onFault?.(error)
    return otherwise
  }
}
