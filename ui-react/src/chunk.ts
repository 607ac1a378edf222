/** A module that is loaded when first needed, as state that components can follow. */
export interface Chunk<T> {
  readonly state: ChunkState<T>
  /** Starts loading, or starts again after a failure. */
  load(): void
  subscribe(listener: () => void): () => void
}

export type ChunkState<T> =
  | { readonly status: 'idle'; readonly module: undefined; readonly error: undefined }
  | { readonly status: 'loading'; readonly module: undefined; readonly error: undefined }
  | { readonly status: 'ready'; readonly module: T; readonly error: undefined }
  | { readonly status: 'failed'; readonly module: undefined; readonly error: unknown }

/** @param onFailure Told of every failed attempt. */
export function createChunk<T>(load: () => Promise<T>, onFailure: (error: unknown) => void): Chunk<T> {
  const listeners = new Set<() => void>()
  let state: ChunkState<T> = { status: 'idle', module: undefined, error: undefined }

  function become(next: ChunkState<T>): void {
    state = next
    for (const listener of [...listeners]) listener()
  }

  return {
    get state() {
      return state
    },
    load() {
      if (state.status === 'loading' || state.status === 'ready') return
      become({ status: 'loading', module: undefined, error: undefined })
      load().then(
        (module) => become({ status: 'ready', module, error: undefined }),
        (error: unknown) => {
          onFailure(error)
          become({ status: 'failed', module: undefined, error })
        },
      )
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
