import { errorWords, type NetworkId } from '@latchkey/kernel/plugin'
import {
  kernelErrorFrom,
  Navigation,
  Networks,
  Notifications,
  Session,
  SwitchActiveChainRoute,
  SwitchNetworkRoute,
  Wallets,
} from '@latchkey/kernel/wallet'
import { namespaceOf } from '@latchkey/kernel/contracts'
import { useCallback } from 'react'
import { useAccount } from '../hooks/useAccount.js'
import { leaveNetworkViews } from '../shell/leaveNetworkViews.js'
import { useService } from '../useService.js'

/** The next step after a network was chosen: nothing, the app's own choice, the wallet's consent, another wallet. */
export function useChooseNetwork(): (networkId: NetworkId) => void {
  const navigation = useService(Navigation)
  const networks = useService(Networks)
  const session = useService(Session)
  const wallets = useService(Wallets)
  const notifications = useService(Notifications)
  // The one that the rows mark.
  const { networkId: activeId } = useAccount()
  return useCallback(
    (networkId) => {
      const namespace = namespaceOf(networkId)
      if (activeId === networkId) {
        navigation.back()
      } else if (wallets.active(namespace)) {
        navigation.push(SwitchNetworkRoute, { networkId })
      } else if (session.state.connections.length > 0) {
        navigation.push(SwitchActiveChainRoute, { networkId })
      } else {
        // No wallet to ask: it is the app's own choice, made at once.
        networks.switch(networkId).then(
          () => leaveNetworkViews(navigation),
          (error: unknown) =>
            notifications.showSnackbar(errorWords(kernelErrorFrom(error)), { variant: 'error' }),
        )
      }
    },
    [navigation, networks, session, wallets, notifications, activeId],
  )
}
