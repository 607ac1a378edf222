import {
  ConnectRoute,
  type NamespaceId,
  Navigation,
  Networks,
  ProfileWalletsRoute,
} from '@latchkey/kernel/plugin'
import { useEffect, useRef } from 'react'
import { useSnapshot } from '../useSnapshot.js'
import { attemptCall } from '../contain/attemptCall.js'
import { networksState } from '../contain/serviceStates.js'
import { useServiceState } from '../useServiceState.js'
import { useSession } from '../useSession.js'
import { useService } from '../useService.js'
import { leaveNetworkViews } from './leaveNetworkViews.js'

/** Leaves views whose reason is gone: the account was disconnected, or the network was switched, by whomever. */
export function useAutoNavigation(): void {
  const navigation = useService(Navigation)
  const networks = useService(Networks)
  const { activeNamespace, namespaces, connections } = useSession().state
  const { active } = useServiceState(Networks, networksState).state
  const { entries } = useSnapshot(navigation.state)
  const own = namespaceOfView(entries.at(-1)?.params)
  const isOwnConnected = own !== undefined && namespaces[own]?.status === 'connected'
  const isConnected = activeNamespace !== undefined && namespaces[activeNamespace]?.status === 'connected'
  const networkId = activeNamespace === undefined ? undefined : active[activeNamespace]
  const before = useRef({ activeNamespace, isConnected, networkId, own, isOwnConnected })
  const shown = useRef<readonly string[]>([])

  useEffect(() => {
    const previous = before.current
    before.current = { activeNamespace, isConnected, networkId, own, isOwnConnected }
    if (!navigation.state.open) return
    const view = navigation.state.entries.at(-1)?.name ?? ''
    const isGone = previous.isConnected && !isConnected && previous.activeNamespace === activeNamespace
    const isOwnGone = previous.isOwnConnected && !isOwnConnected && previous.own === own
    if (isGone || isOwnGone) {
      // Whoever was sent to Connect, because the session could not be kept, connects anew from there.
      const stays =
        view === ConnectRoute.name || (view === ProfileWalletsRoute.name && connections.length > 0)
      if (!stays) navigation.close({ force: true })
    } else if (
      networkId !== undefined &&
      networkId !== previous.networkId &&
      attemptCall(() => networks.find(networkId), undefined)
    ) {
      leaveNetworkViews(navigation, ({ key }) => shown.current.includes(key))
    }
  }, [activeNamespace, isConnected, networkId, own, isOwnConnected, connections.length, navigation, networks])

  // After the effect above, which then still knows what stood before the network changed.
  useEffect(() => {
    shown.current = entries.map(({ key }) => key)
  }, [entries])
}

/** The namespace a view was opened for, where that is not simply the active one. */
function namespaceOfView(params: unknown): NamespaceId | undefined {
  const { namespace } = (params ?? {}) as { readonly namespace?: unknown }
  return typeof namespace === 'string' ? namespace : undefined
}
