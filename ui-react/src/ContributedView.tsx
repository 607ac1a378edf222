import type { ViewContribution } from '@latchkey/kernel/plugin'
import { type ReactNode, Suspense, useState } from 'react'
import type { Chunk } from './chunk.js'
import { lazyView } from './lazyView.js'
import { PluginBoundary } from './PluginBoundary.js'
import type { LazyView } from './shellContext.js'
import { ViewFault } from './shell/ViewFault.js'
import { useChunk } from './useChunk.js'
import { useShell } from './useShell.js'
import { useIsomorphicLayoutEffect } from './utils/useIsomorphicLayoutEffect.js'

export interface ContributedViewProps {
  readonly view: ViewContribution
  readonly props: object
  readonly loading?: ReactNode
  /** Drawn when the view fails, in place of its fault and the retry. */
  readonly instead?: ReactNode
}

/** One view of a plugin: boundary, then Suspense, then the component. */
export function ContributedView({ view, props, loading, instead }: ContributedViewProps): ReactNode {
  const { report, lazyViews } = useShell()
  const [, setAttempt] = useState(0)
  return (
    <PluginBoundary
      onError={(error) => report(`The view "${view.id}" could not be drawn.`, error)}
      onRetry={() => {
        // What failed to load stays so.
        lazyViews.delete(view)
        setAttempt((previous) => previous + 1)
      }}
      fallback={(error, retry) => instead ?? <ViewFault error={error} onRetry={retry} />}
    >
      <Suspense fallback={loading}>
        <LoadedView chunk={lazyView(lazyViews, view)} props={props} loading={loading} />
      </Suspense>
    </PluginBoundary>
  )
}

interface LoadedViewProps extends Pick<ContributedViewProps, 'props' | 'loading'> {
  readonly chunk: Chunk<LazyView>
}

/**
 * Not `React.lazy`: it draws what takes its place even for what is loaded at once, and then keeps that for 300 to 500 ms.
 */
function LoadedView({ chunk, props, loading }: LoadedViewProps): ReactNode {
  const { status, module, error } = useChunk(chunk)
  useIsomorphicLayoutEffect(() => {
    // Read now: under StrictMode this runs again, when the load may have failed already.
    if (chunk.state.status === 'idle') chunk.load()
  }, [chunk])
  if (status === 'failed') throw error
  return module ? <module.Component {...props} /> : loading
}
