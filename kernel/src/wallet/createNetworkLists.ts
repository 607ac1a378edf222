import { type NamespaceId, type NetworkId, namespaceOf } from '../contracts/caip.js'
import type { Network } from '../contracts/network.js'
import type { NamespaceContribution } from '../contracts/points/namespace.js'
import type { NetworksService } from './networksState.js'

export interface NetworkLists extends Pick<NetworksService, 'list' | 'find'> {
  isListed(networkId: NetworkId | undefined): networkId is NetworkId
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
  }
}
