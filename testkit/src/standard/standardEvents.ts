import { createEmitter } from '../evm/emitter.js'

/** The `standard:events` feature and the wallet's side of it. */
export interface StandardEvents {
  readonly feature: {
    readonly version: '1.0.0'
    on(event: string, listener: (properties: unknown) => void): () => void
  }
  /** @param properties only those that changed */
  emitChange(properties: unknown): void
  listenerCount(event: string): number
}

/** Creates the feature. */
export function createStandardEvents(): StandardEvents {
  const emitter = createEmitter()
  return {
    feature: {
      version: '1.0.0',
      on(event, listener) {
        emitter.on(event, listener)
        return () => emitter.removeListener(event, listener)
      },
    },
    emitChange: (properties) => emitter.emit('change', properties),
    listenerCount: (event) => emitter.listenerCount(event),
  }
}
