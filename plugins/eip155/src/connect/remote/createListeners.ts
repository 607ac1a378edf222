import type { LogService } from '@latchkey/kernel/plugin'

export type Listener = (payload: unknown) => void

/** The listeners of an EIP-1193 provider, by event. A listener that throws is logged, and the others still run. */
export function createListeners(log: LogService) {
  const listeners = new Map<string, Set<Listener>>()
  return {
    emit(event: string, payload: unknown): void {
      for (const listener of [...(listeners.get(event) ?? [])]) {
        try {
          listener(payload)
        } catch (error) {
          log.warn(`A listener of "${event}" failed.`, error)
        }
      }
    },
    on(event: string, listener: Listener): void {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    removeListener(event: string, listener: Listener): void {
      listeners.get(event)?.delete(listener)
    },
  }
}
