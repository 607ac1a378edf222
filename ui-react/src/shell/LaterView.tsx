import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import type { Chunk } from '../chunk.js'
import { useChunk } from '../useChunk.js'
import type { FurtherViewName } from './furtherViews.js'
import { ViewFault } from './ViewFault.js'
import { ViewSkeleton } from './ViewSkeleton.js'

export type LaterViewName = FurtherViewName | 'ConnectingExternal'

export interface LaterViewProps {
  readonly chunk: Chunk<object>
  readonly name: LaterViewName
  readonly params: unknown
}

/** One of the shell's views that don't come with the modal. */
export function LaterView({ chunk, name, params }: LaterViewProps): ReactNode {
  const { status, module, error } = useChunk(chunk)
  const [isAsked, setIsAsked] = useState(false)
  // A load ahead that failed is no news: it's tried again first.
  useEffect(() => {
    chunk.load()
    setIsAsked(true)
  }, [chunk])
  if (module) {
    // biome-ignore lint/suspicious/noExplicitAny: the router gives each view the parameters of its own route.
    const View = (module as Readonly<Record<string, ComponentType<{ readonly params: any }>>>)[name]
    return View ? <View params={params} /> : null
  }
  if (status === 'failed' && isAsked) return <ViewFault error={error} onRetry={() => chunk.load()} />
  return <ViewSkeleton />
}
