export type Listener = (...args: never[]) => void

/** Events with the semantics of EIP-2700, which are those of Node. */
export interface Emitter {
  on(event: string, listener: Listener): void
  removeListener(event: string, listener: Listener): void
  emit(event: string, payload: unknown): void
  listenerCount(event: string): number
}

export function createEmitter(): Emitter {
  const listeners = new Map<string, Listener[]>()
  return {
    on(event, listener) {
      listeners.set(event, [...(listeners.get(event) ?? []), listener])
    },
    removeListener(event, listener) {
      const current = listeners.get(event) ?? []
      const index = current.lastIndexOf(listener)
      if (index !== -1) listeners.set(event, current.toSpliced(index, 1))
    },
    emit(event, payload) {
      for (const listener of listeners.get(event) ?? []) {
        try {
          ;(listener as (payload: unknown) => void)(payload)
        } catch (error) {
          // The page's mistake must not stop the wallet or the other listeners, and must be seen.
          setTimeout(() => {
            throw error
          })
        }
      }
    },
    listenerCount: (event) => listeners.get(event)?.length ?? 0,
  }
}
