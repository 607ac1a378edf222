import type { ViewContribution } from '@latchkey/kernel/plugin'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import type { Chunk } from './chunk.js'
import { lazyView } from './lazyView.js'
import { SkeletonRows } from './components/SkeletonRows.js'
import { PluginBoundary } from './PluginBoundary.js'
import type { LazyView } from './shellContext.js'
import { ViewFault } from './shell/ViewFault.js'
import { useChunk } from './useChunk.js'
import { useShell } from './useShell.js'
import { nextFrame } from './utils/nextFrame.js'

export interface ContributedViewProps {
  readonly view: ViewContribution
  readonly props: object
  readonly loading?: ReactNode | undefined
  /** Drawn when the view fails, in place of its fault and the retry. */
  readonly instead?: ReactNode | undefined
}

/** One view of a plugin: boundary, then Suspense, then the component. */
export function ContributedView({ view, props, instead, ...given }: ContributedViewProps): ReactNode {
  const loading = given.loading ?? (view.rows === undefined ? undefined : <SkeletonRows count={view.rows} />)
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
  useEffect(() => {
    // What the person asked for is painted first: a list of wallets has a dozen views around it, and each request takes the
    // phone's processor a few milliseconds. The status is read then: under StrictMode this runs again, when the load may have
    // failed already.
    void nextFrame().then(() => chunk.state.status === 'idle' && chunk.load())
  }, [chunk])
  if (status === 'failed') throw error
  return module ? <module.Component {...props} /> : loading
}
