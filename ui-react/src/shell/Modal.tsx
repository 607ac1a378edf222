import { Navigation } from '@latchkey/kernel/wallet'
import type { ReactNode } from 'react'
import { useService } from '../useService.js'
import { useSnapshot } from '../useSnapshot.js'
import { FurtherViewsProvider } from './furtherViews.js'
import { ModalDialog } from './ModalDialog.js'
import { Overlay } from './Overlay.js'
import { useAutoNavigation } from './useAutoNavigation.js'
import { useLeaveNetworkViews } from './useLeaveNetworkViews.js'
import { usePhase } from './usePhase.js'

const exitTime = 150

/** The dialog, on the page only while it is open or on its way out. */
export function Modal(): ReactNode {
  const { open } = useSnapshot(useService(Navigation).state)
  const phase = usePhase(open, exitTime)
  useAutoNavigation()
  useLeaveNetworkViews()
  return (
    <FurtherViewsProvider>
      <Overlay>{phase === 'closed' ? null : <ModalDialog phase={phase} />}</Overlay>
    </FurtherViewsProvider>
  )
}
