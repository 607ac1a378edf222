import { type NamespaceId, namespaceOf } from '../../contracts/caip.js'
import type { Connection, ConnectorContribution } from '../../contracts/points/connector.js'
import { networkNotApproved } from '../../errors/networkNotApproved.js'
import type { MissingParts } from './createMissingParts.js'

/** One connector's share of a connection that spans several. */
export interface SpanningPart {
  readonly connector: ConnectorContribution
  readonly namespaces: readonly NamespaceId[]
  readonly connection: Connection
  facts: Pick<Connection, 'accounts' | 'networks' | 'approvedNetworks'>
}

/**
 * The connections of several connectors as one.
 *
 * @param list The parts that are open at the time it is called.
 * @param missing The parts that share no account, where they are followed.
 */
export function createSpanningConnection(
  list: () => readonly SpanningPart[],
  missing?: Pick<MissingParts, 'askAll' | 'stop'>,
): Connection {
  const partOf = (namespace: NamespaceId) => list().find((part) => part.namespaces.includes(namespace))
  return {
    get accounts() {
      return accountsOf(list())
    },
    get networks() {
      return Object.assign({}, ...list().map((part) => part.facts.networks))
    },
    get approvedNetworks() {
      return Object.assign({}, ...list().map((part) => part.facts.approvedNetworks))
    },
    get wallet() {
      return list().find((part) => part.connection.wallet)?.connection.wallet
    },
    provider: (namespace) => partOf(namespace)?.connection.provider(namespace),
    async switchNetwork(networkId) {
      const namespace = namespaceOf(networkId)
      const part = partOf(namespace)
      if (part?.connection.switchNetwork) return part.connection.switchNetwork(networkId)
      const approved = part?.facts.approvedNetworks?.[namespace]
      if (part && approved?.includes(networkId) === false)
        throw networkNotApproved(part.connector.name, networkId)
    },
    async refresh() {
      await Promise.allSettled([
        ...list().map(async (part) => part.connection.refresh?.()),
        missing?.askAll(),
      ])
    },
    async disconnect() {
      missing?.stop()
      const ends = await Promise.allSettled(list().map((part) => part.connection.disconnect()))
      const failure = ends.find((end) => end.status === 'rejected')
      if (failure) throw failure.reason
    },
    release() {
      missing?.stop()
      for (const part of list()) part.connection.release?.()
    },
  }
}

export function accountsOf(parts: readonly SpanningPart[]): Connection['accounts'] {
  return parts.flatMap((part) => part.facts.accounts)
}
