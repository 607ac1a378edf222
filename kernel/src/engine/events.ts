import type { EventKey } from '../keys/event.js'
import { type Listener, addListener, tellListeners } from './listeners.js'

export interface AnyEvent {
  readonly id: string
  readonly payload: unknown
}

/** Delivers facts. A listener that throws is reported and costs no other listener anything. */
export interface Events {
  emit<T>(event: EventKey<T>, payload: NoInfer<T>): void
  on<T>(event: EventKey<T>, listener: (payload: T) => void): () => void
  /** Every event of the kernel, for logs and analytics. */
  onAny(listener: (event: AnyEvent) => void): () => void
}

export interface EventsOptions {
  /** Told of a listener that threw. */
  onListenerError(error: unknown, eventId: string): void
}

export function createEvents({ onListenerError }: EventsOptions): Events & { clear(): void } {
  const byId = new Map<string, Set<Listener<unknown>>>()
  const any = new Set<Listener<AnyEvent>>()
  return {
    emit({ id }, payload) {
      const report = (error: unknown) => onListenerError(error, id)
      tellListeners(byId.get(id) ?? [], payload, report)
      tellListeners(any, { id, payload }, report)
    },
    on({ id }, listener) {
      const listeners = byId.get(id) ?? new Set()
      byId.set(id, listeners)
      return addListener(listeners, listener as Listener<unknown>)
    },
    onAny: (listener) => addListener(any, listener),
    clear() {
      byId.clear()
      any.clear()
    },
  }
}
