import type { ViewContribution } from '@latchkey/kernel/plugin'
import { type ReactNode, Suspense, useState } from 'react'
import { lazyView } from './lazyView.js'
import { PluginBoundary } from './PluginBoundary.js'
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

/**
 * One view of a plugin: boundary, then Suspense, then the component. Not `React.lazy`: it draws what takes its place even
 * for what is loaded at once, and then keeps that for 300 to 500 ms.
 */
export function ContributedView({ view, props, loading, instead }: ContributedViewProps): ReactNode {
  const shell = useShell()
  const [attempt, setAttempt] = useState(0)
  const chunk = lazyView(shell, view)
  const { status, module, error } = useChunk(chunk)
  useIsomorphicLayoutEffect(() => {
    // What has failed is loaded anew by a press.
    if (chunk.state.status === 'idle') chunk.load()
  }, [chunk])
  const renew = () => {
    shell.lazyViews.delete(view)
    setAttempt((previous) => previous + 1)
  }
  if (status === 'failed') return instead ?? <ViewFault error={error} onRetry={renew} />
  if (!module) return loading
  return (
    <PluginBoundary
      key={attempt}
      onError={(thrown) => shell.report(`The view "${view.id}" could not be drawn.`, thrown)}
      onRetry={renew}
      fallback={(thrown, retry) => instead ?? <ViewFault error={thrown} onRetry={retry} />}
    >
      <Suspense fallback={loading}>
        <module.Component {...props} />
      </Suspense>
    </PluginBoundary>
  )
}
