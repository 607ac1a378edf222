import { Navigation, UnsupportedChainRoute } from '@latchkey/kernel/wallet'
import { useEffect } from 'react'
import { useAccount } from '../hooks/useAccount.js'
import { buttons } from '../messages/en/buttons.js'
import { useMessages } from '../messages/useMessages.js'
import { useService } from '../useService.js'
import { useShell } from '../useShell.js'

/** Whether a connected wallet stands on a network the host does not list. Never so while disconnected. */
function useIsUnsupported(): boolean {
  const { isConnected, network } = useAccount()
  return isConnected && !network
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
