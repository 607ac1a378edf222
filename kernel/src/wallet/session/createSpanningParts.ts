import { type NamespaceId, namespaceOf } from '../../contracts/caip.js'
import type {
  Connection,
  ConnectionChange,
  ConnectorContribution,
  ConnectRequest,
} from '../../contracts/points/connector.js'
import { checkConnection, soundChange } from './connectionCheck.js'
import { createMissingParts, type MissingParts, type MissingPartsOptions } from './createMissingParts.js'
import { accountsOf, createSpanningConnection, type SpanningPart } from './createSpanningConnection.js'

/** Which connector is asked for which namespaces. */
export type Share = Pick<SpanningPart, 'connector' | 'namespaces'>

/** The open parts of a connection that spans several connectors. */
interface Spanned {
  readonly request: ConnectRequest
  readonly parts: Map<ConnectorContribution, SpanningPart>
  /** Reports of parts that weren't open yet. */
  readonly early: Map<ConnectorContribution, ConnectionChange[]>
  readonly unusable: Connection[]
  readonly missing: MissingParts | undefined
  /** Changes are reported from then on. An earlier report would lack the parts that are still missing. */
  isComplete: boolean
}

/**
 * The parts of a connection that spans several connectors, from the first that opens to the last that ends.
 *
 * @param following How parts that share no account are followed. Absent where sessions aren't taken up.
 */
export function createSpanningParts(request: ConnectRequest, following?: MissingPartsOptions) {
  const parts: Spanned['parts'] = new Map()
  const missing =
    following &&
    createMissingParts(following, {
      request: (share) => requestOf(spanned, share),
      takeIn: (share, given) => takeIn(spanned, share, given),
    })
  const spanned: Spanned = {
    ...{ request, parts, missing },
    early: new Map(),
    unusable: [],
    isComplete: false,
  }
  const list = () => [...parts.values()]
  const connection = createSpanningConnection(list, missing)
  /** Ends what opened and can't be used. */
  const drop = async () => {
    await Promise.allSettled(spanned.unusable.splice(0).map(async (open) => open.disconnect()))
  }

  return {
    complete() {
      spanned.isComplete = true
      return connection
    },
    isOpen: () => parts.size > 0,
    requestOf: (share: Share) => requestOf(spanned, share),
    /** @throws ConnectorError `CONNECTION_INVALID` when the connector's connection cannot be used. */
    add: (share: Share, given: Connection) => add(spanned, share, given),
    /** @param mayBeAsked Whether it may be asked when the page comes back; else its wallet's own word is waited for. */
    awaitUnlessOpen(share: Share, mayBeAsked: boolean) {
      if (!parts.has(share.connector)) missing?.add(share, mayBeAsked)
    },
    drop,
    /** Ends what is open; what it lets go of belongs to a connection of its own. */
    async giveUp(isConnected: (connectorId: string) => boolean) {
      missing?.stop()
      await Promise.allSettled([
        drop(),
        ...list().map(async ({ connector, connection: open }) =>
          isConnected(connector.id) ? open.release?.() : open.disconnect(),
        ),
      ])
    },
  }
}

function requestOf(spanned: Spanned, share: Share): ConnectRequest {
  const { request, parts, early } = spanned
  return {
    ...request,
    namespaces: share.namespaces,
    networkIds: request.networkIds.filter((id) => share.namespaces.includes(namespaceOf(id))),
    onChange(change) {
      if (!parts.has(share.connector)) {
        early.set(share.connector, [...(early.get(share.connector) ?? []), change])
        return
      }
      const whole = takeChange(spanned, share, change)
      if (whole && spanned.isComplete) request.onChange(whole)
    },
  }
}

function add(spanned: Spanned, share: Share, given: Connection): void {
  const { parts, early, unusable } = spanned
  unusable.push(given)
  const checked = checkConnection(share.connector, given, knownTo(share))
  unusable.pop()
  const facts = {
    accounts: checked.accounts,
    networks: own(share, checked.networks),
    approvedNetworks: own(share, checked.approvedNetworks),
  }
  parts.set(share.connector, { ...share, connection: given, facts })
  for (const change of early.get(share.connector) ?? []) takeChange(spanned, share, change)
  early.delete(share.connector)
}

/** Takes in a part that was missing, and tells of it. */
function takeIn(spanned: Spanned, share: Share, given: Connection): void {
  const { request, parts, unusable } = spanned
  try {
    add(spanned, share, given)
  } catch (error) {
    // It was opened without a prompt: the wallet's side isn't this connection's to end.
    unusable.pop()?.release?.()
    throw error
  }
  const part = parts.get(share.connector)
  if (!part) return
  const { networks = {}, approvedNetworks = {} } = part.facts
  request.onChange({ accounts: accountsOf([...parts.values()]), networks, approvedNetworks })
}

/** Takes the change of one part in. Returns what it means for the whole, if anything. */
function takeChange(
  { parts, missing }: Spanned,
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
    if (parts.size === 0) {
      missing?.stop()
      return { ended: change.ended }
    }
    missing?.add(share, change.ended.isRevoked !== true)
    return { accounts: accounts() }
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
