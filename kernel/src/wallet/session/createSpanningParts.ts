import { type NamespaceId, namespaceOf } from '../../contracts/caip.js'
import type {
  Connection,
  ConnectionChange,
  ConnectorContribution,
  ConnectRequest,
} from '../../contracts/points/connector.js'
import { checkConnection, soundChange } from './connectionCheck.js'
import { accountsOf, createSpanningConnection, type SpanningPart } from './createSpanningConnection.js'

/** Which connector is asked for which namespaces. */
export type Share = Pick<SpanningPart, 'connector' | 'namespaces'>

/** The parts of a connection that spans several connectors, from the first that opens to the last that ends. */
export function createSpanningParts(request: ConnectRequest) {
  const parts = new Map<ConnectorContribution, SpanningPart>()
  const early = new Map<ConnectorContribution, ConnectionChange[]>()
  const unusable: Connection[] = []
  let isComplete = false
  const list = () => [...parts.values()]
  const connection = createSpanningConnection(list)
  /** Ends what opened and can't be used. */
  const drop = async () => {
    await Promise.allSettled(unusable.splice(0).map(async (open) => open.disconnect()))
  }

  return {
    /** Returns the whole, which reports changes from now on. An earlier report would lack the parts that are still missing. */
    complete() {
      isComplete = true
      return connection
    },
    isOpen: () => parts.size > 0,
    requestOf(share: Share): ConnectRequest {
      return {
        ...request,
        namespaces: share.namespaces,
        networkIds: request.networkIds.filter((id) => share.namespaces.includes(namespaceOf(id))),
        onChange(change) {
          if (!parts.has(share.connector)) {
            early.set(share.connector, [...(early.get(share.connector) ?? []), change])
            return
          }
          const whole = takeChange(parts, share, change)
          if (whole && isComplete) request.onChange(whole)
        },
      }
    },
    /** @throws ConnectorError `CONNECTION_INVALID` when the connector's connection cannot be used. */
    add(share: Share, given: Connection) {
      unusable.push(given)
      const checked = checkConnection(share.connector, given, knownTo(share))
      unusable.pop()
      const facts = {
        accounts: checked.accounts,
        networks: own(share, checked.networks),
        approvedNetworks: own(share, checked.approvedNetworks),
      }
      parts.set(share.connector, { ...share, connection: given, facts })
      for (const change of early.get(share.connector) ?? []) takeChange(parts, share, change)
    },
    drop,
    /** Ends what is open; what it lets go of belongs to a connection of its own. */
    async giveUp(isConnected: (connectorId: string) => boolean) {
      await Promise.allSettled([
        drop(),
        ...list().map(async ({ connector, connection: open }) =>
          isConnected(connector.id) ? open.release?.() : open.disconnect(),
        ),
      ])
    },
  }
}

/** Takes the change of one part in. Returns what it means for the whole, if anything. */
function takeChange(
  parts: Map<ConnectorContribution, SpanningPart>,
  share: Share,
  given: ConnectionChange,
): ConnectionChange | undefined {
  const accounts = () => accountsOf([...parts.values()])
  const part = parts.get(share.connector)
  if (!part) return undefined
  const change = soundChange(given, knownTo(share))
  if (change.ended) {
    parts.delete(share.connector)
    part.connection.release?.()
    return parts.size === 0 ? { ended: change.ended } : { accounts: accounts() }
  }
  const networks = own(share, change.networks)
  const approvedNetworks = own(share, change.approvedNetworks)
  part.facts = {
    accounts: change.accounts?.length ? change.accounts : part.facts.accounts,
    networks: { ...part.facts.networks, ...networks },
    approvedNetworks: { ...part.facts.approvedNetworks, ...approvedNetworks },
  }
  return { ...(change.accounts?.length ? { accounts: accounts() } : {}), networks, approvedNetworks }
}

const knownTo = (share: Share) => (ids: readonly NamespaceId[]) =>
  ids.filter((id) => share.namespaces.includes(id))

/** The entries of the part's own namespaces: it has no say in the others. */
function own<T>(share: Share, entries: Readonly<Partial<Record<NamespaceId, T>>> | undefined) {
  return Object.fromEntries(
    Object.entries(entries ?? {}).filter(([namespace]) => share.namespaces.includes(namespace)),
  ) as Readonly<Partial<Record<NamespaceId, T>>>
}
