import { useCallback, useSyncExternalStore } from 'react'
import type { Chunk, ChunkState } from './chunk.js'

/** Follows a chunk. None, and each on a server and while hydrating, counts as not asked for. */
export function useChunk<T>(chunk: Chunk<T> | undefined): ChunkState<T> {
  const read = useCallback(() => chunk?.state ?? idle, [chunk])
  return useSyncExternalStore(chunk?.subscribe ?? subscribeToNone, read, () => idle)
}

const subscribeToNone = () => () => {}

const idle = { status: 'idle', module: undefined, error: undefined } as const
