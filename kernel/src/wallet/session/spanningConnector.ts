import { type NamespaceId, namespaceOf } from '../../contracts/caip.js'
import type {
  Connection,
  ConnectionChange,
  ConnectorContribution,
  ConnectRequest,
} from '../../contracts/points/connector.js'
import { checkConnection, soundChange } from './connectionCheck.js'
import { networkNotApproved } from '../../errors/networkNotApproved.js'
import { spanningId } from './spanningId.js'

/** One connector's share of a connection that spans several. */
interface Part {
  readonly connector: ConnectorContribution
  readonly namespaces: readonly NamespaceId[]
  readonly connection: Connection
  facts: Pick<Connection, 'accounts' | 'networks' | 'approvedNetworks'>
}

/**
 * Several connectors of one wallet as one connector over all their namespaces. Connecting opens them one after
 * another, as a person can answer one question at a time; the first that fails fails all, and those already open
 * are ended. The connection ends as one. A part that the wallet ends takes only its own namespaces with it.
 *
 * @param connectors Of one wallet, for different namespaces. A single one is answered as it is.
 * @param isConnected Whether a connector is connected on its own: then a failure lets go of it without ending it.
 */
export function spanningConnector(
  connectors: readonly [ConnectorContribution, ...ConnectorContribution[]],
  isConnected: (connectorId: string) => boolean = () => false,
): ConnectorContribution {
  const [first, ...others] = connectors
  if (others.length === 0) return first
  const icon = connectors.find((connector) => connector.icon !== undefined)?.icon
  return {
    id: spanningId(connectors),
    name: first.name,
    group: first.group,
    namespaces: [...new Set(connectors.flatMap(({ namespaces }) => namespaces))],
    ...(icon === undefined ? {} : { icon }),
    readiness: () =>
      connectors.map((connector) => connector.readiness()).find((state) => state !== 'installed') ??
      'installed',
    async connect(request) {
      const parts = createParts(request)
      for (const share of shares(connectors, request)) {
        try {
          parts.add(share, await share.connector.connect(parts.requestOf(share)))
          request.signal.throwIfAborted()
        } catch (error) {
          await parts.giveUp(isConnected)
          throw error
        }
      }
      return parts.complete()
    },
    async restore(request) {
      const parts = createParts(request)
      const answers = await Promise.allSettled(
        shares(connectors, request).map(async (share) => {
          const connection = await share.connector.restore?.(parts.requestOf(share))
          if (connection) parts.add(share, connection)
        }),
      )
      if (parts.isOpen()) return parts.complete()
      const failure = answers.find((answer) => answer.status === 'rejected')
      if (failure) throw failure.reason
      return undefined
    },
  }
}

type Share = Pick<Part, 'connector' | 'namespaces'>

/** Which connector is asked for which of the namespaces. A namespace goes to the first that serves it. */
function shares(connectors: readonly ConnectorContribution[], request: ConnectRequest): readonly Share[] {
  const taken = new Set<NamespaceId>()
  return connectors.flatMap((connector) => {
    const namespaces = request.namespaces.filter((id) => connector.namespaces.includes(id) && !taken.has(id))
    for (const id of namespaces) taken.add(id)
    return namespaces.length > 0 ? [{ connector, namespaces }] : []
  })
}

function createParts(request: ConnectRequest) {
  const parts = new Map<ConnectorContribution, Part>()
  const early = new Map<ConnectorContribution, ConnectionChange[]>()
  const unusable: Connection[] = []
  let isComplete = false
  const list = () => [...parts.values()]
  const partOf = (namespace: NamespaceId) => list().find((part) => part.namespaces.includes(namespace))
  const knownTo = (share: Share) => (ids: readonly NamespaceId[]) =>
    ids.filter((id) => share.namespaces.includes(id))
  const accounts = () => list().flatMap((part) => part.facts.accounts)

  /** Takes a change in; answers what it means for the whole, if anything. */
  function take(share: Share, given: ConnectionChange): ConnectionChange | undefined {
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

  const connection: Connection = {
    get accounts() {
      return accounts()
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
    async disconnect() {
      const ends = await Promise.allSettled(list().map((part) => part.connection.disconnect()))
      const failure = ends.find((end) => end.status === 'rejected')
      if (failure) throw failure.reason
    },
    release() {
      for (const part of list()) part.connection.release?.()
    },
  }

  return {
    /** The whole; from now on it reports changes. Before, they would speak of parts that are still missing. */
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
          const whole = take(share, change)
          if (whole && isComplete) request.onChange(whole)
        },
      }
    },
    /** @throws ConnectorError `CONNECTION_INVALID` when the connector answered with no usable connection. */
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
      for (const change of early.get(share.connector) ?? []) take(share, change)
    },
    /** Ends what is open; what it lets go of belongs to a connection of its own. */
    async giveUp(isConnected: (connectorId: string) => boolean) {
      await Promise.allSettled([
        ...unusable.map(async (open) => open.disconnect()),
        ...list().map(async ({ connector, connection: open }) =>
          isConnected(connector.id) ? open.release?.() : open.disconnect(),
        ),
      ])
    },
  }
}

/** The entries of the part's own namespaces: it has no say in the others. */
function own<T>(share: Share, entries: Readonly<Partial<Record<NamespaceId, T>>> | undefined) {
  return Object.fromEntries(
    Object.entries(entries ?? {}).filter(([namespace]) => share.namespaces.includes(namespace)),
  ) as Readonly<Partial<Record<NamespaceId, T>>>
}
