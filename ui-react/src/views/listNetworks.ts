import type { ConnectionRecord } from '@latchkey/kernel/wallet'
import type { NamespaceId, Network, NetworkId } from '@latchkey/kernel/plugin'
import { matchesQuery } from './matchesQuery.js'

export interface NetworkEntry {
  readonly network: Network
  readonly isActive: boolean
  /** The wallet that was connected without this network, and cannot be asked for it. */
  readonly deniedBy: string | undefined
}

export interface NetworkListInput {
  readonly networks: readonly Network[]
  readonly query: string
  /** The network that the account is on. */
  readonly activeId: NetworkId | undefined
  /** The active wallet's. */
  connectionOf(namespace: NamespaceId): ConnectionRecord | undefined
}

/** The networks to choose from: those the wallet agreed to first, else in the host's order. One that has closed is there for who is on it. */
export function listNetworks(input: NetworkListInput): readonly NetworkEntry[] {
  const entries = input.networks
    .filter(({ id, closed }) => !closed || id === input.activeId)
    .filter(({ name }) => !input.query.trim() || matchesQuery(name, input.query))
    .map((network) => {
      const connection = input.connectionOf(network.namespace)
      const approved = connection?.approvedNetworks[network.namespace]
      const isDenied = approved !== undefined && !approved.includes(network.id)
      return {
        network,
        isActive: network.id === input.activeId,
        deniedBy: isDenied ? connection?.name : undefined,
      }
    })
  const isDenied = (entry: NetworkEntry) => Number(entry.deniedBy !== undefined)
  return entries.sort((left, right) => isDenied(left) - isDenied(right))
}
