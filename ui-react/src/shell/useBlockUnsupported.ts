import { Navigation, Networks, Session, UnsupportedChainRoute } from '@latchkey/kernel/plugin'
import { useEffect } from 'react'
import { useSnapshot } from 'valtio/react'
import { buttons } from '../messages/en/buttons.js'
import { useMessages } from '../messages/useMessages.js'
import { useService } from '../useService.js'
import { useShell } from '../useShell.js'

/** Whether a connected wallet stands on a network the host does not list. Never so while disconnected. */
function useIsUnsupported(): boolean {
  const networks = useService(Networks)
  const session = useService(Session)
  const { activeNamespace, namespaces } = useSnapshot(session.state)
  const { active } = useSnapshot(networks.state)
  if (activeNamespace === undefined || namespaces[activeNamespace]?.status !== 'connected') return false
  const id = active[activeNamespace]
  return id !== undefined && networks.find(id) === undefined
}

/** With `blockUnsupportedNetwork`: opens the view that offers the listed networks, and keeps it open. */
export function useBlockUnsupported(): void {
  const { blockUnsupportedNetwork } = useShell()
  const navigation = useService(Navigation)
  const blocked = useIsUnsupported() && blockUnsupportedNetwork
  const reason = useMessages(buttons).unsupportedBlocked

  useEffect(() => {
    if (!blocked) return
    const stop = navigation.guard((view, action) =>
      action === 'close' || view === UnsupportedChainRoute.name ? reason : undefined,
    )
    navigation.reset(UnsupportedChainRoute)
    return stop
  }, [blocked, navigation, reason])
}
