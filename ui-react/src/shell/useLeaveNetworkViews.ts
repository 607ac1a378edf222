import { Navigation } from '@latchkey/kernel/plugin'
import { useEffect, useRef } from 'react'
import { useActiveNetwork } from '../hooks/useActiveNetwork.js'
import { useService } from '../useService.js'
import { leaveNetworkViews } from './leaveNetworkViews.js'

/** Leaves the views that change the network once it has changed to one of the app's, in the app or in the wallet. */
export function useLeaveNetworkViews(): void {
  const navigation = useService(Navigation)
  const { networkId, status } = useActiveNetwork()
  const before = useRef(networkId)
  useEffect(() => {
    const hasChanged = networkId !== before.current
    before.current = networkId
    if (hasChanged && status === 'supported' && navigation.state.open) leaveNetworkViews(navigation)
  }, [networkId, status, navigation])
}
