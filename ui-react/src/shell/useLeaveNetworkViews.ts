import { Navigation } from '@latchkey/kernel/wallet'
import { useEffect, useRef } from 'react'
import { useAccount } from '../hooks/useAccount.js'
import { useService } from '../useService.js'
import { useSnapshot } from '../useSnapshot.js'
import { leaveNetworkViews } from './leaveNetworkViews.js'

/** Leaves the views that change the network once it has changed to one of the app's, in the app or in the wallet. */
export function useLeaveNetworkViews(): void {
  const navigation = useService(Navigation)
  const { entries } = useSnapshot(navigation.state)
  const { networkId, network } = useAccount()
  const isListed = network !== undefined
  const before = useRef(networkId)
  const shown = useRef<readonly string[]>([])

  useEffect(() => {
    const hasChanged = networkId !== before.current
    before.current = networkId
    if (!hasChanged || !isListed || !navigation.state.open) return
    leaveNetworkViews(navigation, ({ key }) => shown.current.includes(key))
  }, [networkId, isListed, navigation])

  // After the effect above, which then still knows what stood before the network changed.
  useEffect(() => {
    shown.current = entries.map(({ key }) => key)
  }, [entries])
}
