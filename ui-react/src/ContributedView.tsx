import type { ViewContribution } from '@latchkey/kernel/plugin'
import { type ReactNode, Suspense, useState } from 'react'
import { createLazyView } from './createLazyView.js'
import { PluginBoundary } from './PluginBoundary.js'
import { useShell } from './useShell.js'
import { ViewFault } from './shell/ViewFault.js'

export interface ContributedViewProps {
  readonly view: ViewContribution
  readonly props: object
  readonly loading?: ReactNode
  /** Drawn when the view fails, in place of its fault and the retry. */
  readonly instead?: ReactNode
}

/** One view of a plugin: boundary, then Suspense, then the lazy component. */
export function ContributedView({ view, props, loading, instead }: ContributedViewProps): ReactNode {
  const { report, lazyViews } = useShell()
  const [attempt, setAttempt] = useState(0)
  const Component = lazyViews.get(view) ?? createLazyView(view)
  lazyViews.set(view, Component)
  return (
    <PluginBoundary
      key={attempt}
      onError={(error) => report(`The view "${view.id}" could not be drawn.`, error)}
      onRetry={() => {
        // `React.lazy` keeps a failed load for ever.
        lazyViews.delete(view)
        setAttempt((previous) => previous + 1)
      }}
      fallback={(error, retry) => instead ?? <ViewFault error={error} onRetry={retry} />}
    >
      <Suspense fallback={loading}>
        <Component {...props} />
      </Suspense>
    </PluginBoundary>
  )
}
