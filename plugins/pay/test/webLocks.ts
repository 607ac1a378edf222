/** The Web Locks of one browser: a name is held by one tab at a time. Not published. */
export function webLocks() {
  const last = new Map<string, Promise<unknown>>()
  return {
    request(name: string, _: unknown, work: () => Promise<unknown>) {
      const mine = (last.get(name) ?? Promise.resolve()).then(work)
      last.set(
        name,
        mine.catch(() => {}),
      )
      return mine
    },
  }
}
