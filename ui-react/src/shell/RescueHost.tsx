import { lazy, type ReactNode, Suspense, useCallback, useMemo, useSyncExternalStore } from 'react'
import { PluginBoundary } from '../PluginBoundary.js'
import { useShell } from '../useShell.js'

/** Draws the window of last resort while something asks for it. Its code is loaded then, and not before. */
export function RescueHost(): ReactNode {
  const { rescue, report } = useShell()
  const read = useCallback(() => rescue.isOpen, [rescue])
  const isOpen = useSyncExternalStore(rescue.subscribe, read, () => false)
  // A failed load is kept for ever by a lazy component, so each opening has its own.
  const RescueDialog = useMemo(() => (isOpen ? lazy(() => import('./RescueDialog.js')) : undefined), [isOpen])
  if (!RescueDialog) return null
  return (
    <PluginBoundary
      onError={(error) => {
        report('The window to disconnect in could not be drawn.', error)
        rescue.close()
      }}
      fallback={() => null}
    >
      <Suspense>
        <RescueDialog error={rescue.error} />
      </Suspense>
    </PluginBoundary>
  )
}
