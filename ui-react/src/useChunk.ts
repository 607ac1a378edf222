import { useCallback, useSyncExternalStore } from 'react'
import type { Chunk, ChunkState } from './chunk.js'

/** Follows a chunk. On a server, and while hydrating, it counts as not asked for. */
export function useChunk<T>(chunk: Chunk<T>): ChunkState<T> {
  const read = useCallback(() => chunk.state, [chunk])
  return useSyncExternalStore(chunk.subscribe, read, () => idle)
}

const idle = { status: 'idle', module: undefined, error: undefined } as const
