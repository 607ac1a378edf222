import { Navigation } from '@latchkey/kernel/wallet'
import { type ReactNode, useEffect } from 'react'
import { useSnapshot } from '../useSnapshot.js'
import { useChunk } from '../useChunk.js'
import { useNotifications } from '../useNotifications.js'
import { useService } from '../useService.js'
import { useShell } from '../useShell.js'
import { FurtherViewsProvider, useFurtherViews } from './furtherViews.js'
import { Overlay } from './Overlay.js'

/** Toasts over the page. While the dialog is open it holds them, because all outside of it is inert. */
export function Toasts(): ReactNode {
  const { embedded } = useShell()
  const { open } = useSnapshot(useService(Navigation).state)
  const { toasts } = useNotifications().state
  return (
    <FurtherViewsProvider>
      <Overlay>{toasts.length > 0 && (!open || embedded) ? <LoadedToasts /> : null}</Overlay>
    </FurtherViewsProvider>
  )
}

/** The toasts, once their code is there. Each further one asks again for what couldn't be loaded. */
export function LoadedToasts(): ReactNode {
  const { toasts } = useNotifications().state
  const chunk = useFurtherViews()
  const { module } = useChunk(chunk)
  useEffect(() => {
    if (toasts.length > 0) chunk.load()
  }, [toasts.length, chunk])
  return module ? <module.ToastList /> : null
}
