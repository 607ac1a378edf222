import { Navigation, Session } from '@latchkey/kernel/wallet'
import { type ReactNode, useEffect, useId } from 'react'
import { useSnapshot } from '../useSnapshot.js'
import { startRoute } from '../startRoute.js'
import { useService } from '../useService.js'
import { FurtherViewsProvider } from './furtherViews.js'
import { ModalFrame } from './ModalFrame.js'
import { useAutoNavigation } from './useAutoNavigation.js'
import { useLeaveNetworkViews } from './useLeaveNetworkViews.js'

/** The views in the page. They never close: where a dialog would, this starts over. */
export function EmbeddedView(): ReactNode {
  const navigation = useService(Navigation)
  const session = useService(Session)
  const { open } = useSnapshot(navigation.state)
  const titleId = useId()
  useAutoNavigation()
  useLeaveNetworkViews()
  useEffect(() => {
    if (!open) navigation.reset(startRoute(session.state))
  }, [open, navigation, session])
  useEffect(() => () => void navigation.close({ force: true }), [navigation])
  return (
    <section className="lk-embedded" aria-labelledby={titleId} data-testid="lk-modal-card">
      <FurtherViewsProvider>
        <ModalFrame titleId={titleId} embedded />
      </FurtherViewsProvider>
    </section>
  )
}
