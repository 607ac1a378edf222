import { proxy } from 'valtio/vanilla'
import { type NamespaceId, type NetworkId, namespaceOf } from '../contracts/caip.js'
import type { NetworkLists } from './createNetworkLists.js'
import type { NetworkChoice } from './networkChoice.js'
import type { NetworksOptions } from './networks.js'
import { NetworkSwitched } from './networksState.js'

/** The active network of each namespace: the wallet's, else the chosen one, else the host's default. */
export function createActiveNetworks(
  { session, events, defaultNetwork, namespaces }: NetworksOptions,
  { offered, isListed, isOffered }: NetworkLists,
  choice: NetworkChoice,
) {
  const state = proxy({
    active: {} as Record<string, NetworkId>,
    switching: undefined as NetworkId | undefined,
  })
  /** Switches that the app asked for, to tell them from switches made in the wallet. */
  const asked = new Set<NetworkId>()
  /** The connection whose network was read last, by namespace. */
  const seen = new Map<NamespaceId, string>()
  const approvedOf = (namespace: NamespaceId) =>
    session.activeConnection(namespace)?.approvedNetworks[namespace]

  function networkOf(namespace: NamespaceId): NetworkId | undefined {
    const ofWallet = session.activeConnection(namespace)?.networks[namespace]
    if (ofWallet !== undefined) return ofWallet
    const ofHost = namespaceOf(defaultNetwork ?? '') === namespace ? defaultNetwork : undefined
    const wished = [choice.of(namespace), ofHost].find(isOffered) ?? offered(namespace)[0]?.id
    const approved = approvedOf(namespace)
    if (!approved || (wished !== undefined && approved.includes(wished))) return wished
    return approved.find(isOffered) ?? approved.find(isListed) ?? approved[0]
  }

  function refresh(): void {
    for (const { id: namespace } of namespaces()) {
      const next = networkOf(namespace)
      const previous = state.active[namespace]
      const connectionId = session.activeConnection(namespace)?.id
      const isConnected = connectionId !== undefined
      const isSameWallet = isConnected && seen.get(namespace) === connectionId
      if (isConnected) seen.set(namespace, connectionId)
      else seen.delete(namespace)
      // While sessions are taken up, one is active for a moment that is not the one the person left.
      if (next !== undefined && isConnected && isOffered(next) && session.state.restored)
        choice.keep(namespace, next)
      if (next === previous) continue
      if (next === undefined) delete state.active[namespace]
      else state.active[namespace] = next
      if (next === undefined || !isConnected || previous === undefined || asked.has(next)) continue
      if (isSameWallet) choice.pick(namespace, undefined)
      events.emit(NetworkSwitched, { networkId: next, by: 'wallet' })
    }
  }

  return { state, asked, approvedOf, refresh }
}

export type ActiveNetworks = ReturnType<typeof createActiveNetworks>
