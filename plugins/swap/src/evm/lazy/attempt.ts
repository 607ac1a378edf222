/** What was read, or `undefined` for bytes of something else: the next reader is asked. */
export function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
