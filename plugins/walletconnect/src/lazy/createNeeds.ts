/** Counts who needs the client. Without anybody, nothing is dialled. */
export interface Needs {
  readonly isNeeded: boolean
  /** Returns ends the need. Ending it twice counts once. */
  take(): () => void
  /** Calls the listener whenever the first need begins (`true`) and the last one ends (`false`). */
  subscribe(listener: (isNeeded: boolean) => void): void
}

export function createNeeds(): Needs {
  const listeners: ((isNeeded: boolean) => void)[] = []
  let count = 0

  function change(by: 1 | -1): void {
    const before = count > 0
    count += by
    if (before !== count > 0) for (const listener of listeners) listener(count > 0)
  }

  return {
    get isNeeded() {
      return count > 0
    },
    take() {
      change(1)
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        change(-1)
      }
    },
    subscribe: (listener) => void listeners.push(listener),
  }
}
