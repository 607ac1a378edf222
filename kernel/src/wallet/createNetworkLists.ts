import { type NamespaceId, type NetworkId, namespaceOf } from '../contracts/caip.js'
import type { Network } from '../contracts/network.js'
import type { NamespaceContribution } from '../contracts/points/namespace.js'
import type { NetworksService } from './networksState.js'

export interface NetworkLists extends Pick<NetworksService, 'list' | 'find'> {
  isListed(networkId: NetworkId | undefined): networkId is NetworkId
  /** Whether it's listed and goes on, so that people and wallets may be led there. */
  isOffered(networkId: NetworkId | undefined): networkId is NetworkId
  /** Those that go on, of one namespace; all of them where none does. */
  offered(namespace: NamespaceId): readonly Network[]
}

/** The networks that the host lists, through the plugins of their namespaces. */
export function createNetworkLists(namespaces: () => readonly NamespaceContribution[]): NetworkLists {
  const list = (namespace?: NamespaceId): readonly Network[] =>
    namespaces().flatMap(({ id, networks }) => (id === (namespace ?? id) ? networks : []))
  const find = (networkId: NetworkId) =>
    list(namespaceOf(networkId)).find((network) => network.id === networkId)
  return {
    list,
    find,
    isListed: (networkId): networkId is NetworkId => networkId !== undefined && find(networkId) !== undefined,
    isOffered(networkId): networkId is NetworkId {
      const network = networkId === undefined ? undefined : find(networkId)
      return network !== undefined && !network.closed
    },
    offered(namespace) {
      const all = list(namespace)
      const open = all.filter(({ closed }) => !closed)
      return open.length > 0 ? open : all
    },
  }
}
