import { ConnectRoute, Navigation, ProfileWalletsRoute } from '@latchkey/kernel/wallet'
import type { NamespaceId } from '@latchkey/kernel/plugin'
import { useEffect, useRef } from 'react'
import { useSnapshot } from '../useSnapshot.js'
import { useSession } from '../useSession.js'
import { useService } from '../useService.js'

/** Closes the modal when the account that it is about was disconnected, in the app or in the wallet. */
export function useAutoNavigation(): void {
  const navigation = useService(Navigation)
  const { activeNamespace, namespaces, connections } = useSession().state
  const { entries } = useSnapshot(navigation.state)
  const own = namespaceOfView(entries.at(-1)?.params)
  const isOwnConnected = own !== undefined && namespaces[own]?.status === 'connected'
  const isConnected = activeNamespace !== undefined && namespaces[activeNamespace]?.status === 'connected'
  const before = useRef({ activeNamespace, isConnected, own, isOwnConnected })

  useEffect(() => {
    const previous = before.current
    before.current = { activeNamespace, isConnected, own, isOwnConnected }
    if (!navigation.state.open) return
    const view = navigation.state.entries.at(-1)?.name ?? ''
    const isGone = previous.isConnected && !isConnected && previous.activeNamespace === activeNamespace
    const isOwnGone = previous.isOwnConnected && !isOwnConnected && previous.own === own
    if (isGone || isOwnGone) {
      // A person who was sent to Connect, because the session couldn't be kept, connects again from there.
      const stays =
        view === ConnectRoute.name || (view === ProfileWalletsRoute.name && connections.length > 0)
      if (!stays) navigation.close({ force: true })
    }
  }, [activeNamespace, isConnected, own, isOwnConnected, connections.length, navigation])
}

/** The namespace a view was opened for, where that is not simply the active one. */
function namespaceOfView(params: unknown): NamespaceId | undefined {
  const { namespace } = (params ?? {}) as { readonly namespace?: unknown | undefined }
  return typeof namespace === 'string' ? namespace : undefined
}
