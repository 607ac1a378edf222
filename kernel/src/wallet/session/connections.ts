import type { NetworkId } from '../../contracts/caip.js'
import type { Connection, ConnectorContribution } from '../../contracts/points/connector.js'
import type { SessionAccounts } from './accounts.js'
import { type ConnectionChanges, createConnectionChanges } from './connectionChanges.js'
import { checkConnection } from './connectionCheck.js'
import { type ConnectionEnds, createConnectionEnds } from './connectionEnds.js'
import { type ConnectionPlace, connectionIdOf } from './connectionId.js'
import type { SessionCore } from './sessionCore.js'
import type { ConnectionRecord } from './sessionState.js'
import { connectionLimit } from './storedSession.js'
import { switchWalletNetwork } from './switchWalletNetwork.js'
import { takesPlace } from './takesPlace.js'
import { Disconnected } from './walletEvents.js'

/** The connections that are open: how they come into the state, change, and leave it. */
export interface SessionConnections
  extends Pick<ConnectionChanges, 'report' | 'flushReports'>,
    Pick<ConnectionEnds, 'remove' | 'disconnect' | 'releaseAll'> {
  /** @throws ConnectorError `CONNECTION_INVALID` when the connection cannot be used. */
  commit(connector: ConnectorContribution, connection: Connection): ConnectionRecord
  askNetwork(connectionId: string, networkId: NetworkId): Promise<void>
}

export function createSessionConnections(core: SessionCore, accounts: SessionAccounts): SessionConnections {
  const ends = createConnectionEnds(core, accounts)
  const changes = createConnectionChanges(core, accounts, ends.leave)
  return {
    ...ends,
    ...changes,
    commit: (connector, connection) => commitConnection(core, accounts, ends, connector, connection),
    askNetwork: (connectionId, networkId) => switchWalletNetwork(core, changes, connectionId, networkId),
  }
}

function commitConnection(
  core: SessionCore,
  accounts: SessionAccounts,
  ends: Pick<ConnectionEnds, 'release'>,
  connector: ConnectorContribution,
  connection: Connection,
): ConnectionRecord {
  const { state } = core
  const { events, log } = core.options
  const { wallet, ...checked } = checkConnection(connector, connection, core.known, core.isAddress)
  const place = { connectorId: connector.id, key: checked.key }
  const id = connectionIdOf(place)
  const replaced = makeRoom(core, ends, place)
  core.live.set(id, connection)
  core.granted.set(id, new Set([...checked.namespaces, ...(core.granted.get(id) ?? [])]))
  const { name = connector.name, icon = connector.icon } = wallet ?? {}
  const entry: ConnectionRecord = {
    id,
    connectorId: connector.id,
    name,
    icon: typeof icon === 'string' ? icon : undefined,
    ...checked,
  }
  // The list is replaced, never spliced: a subscriber would see the steps in between.
  state.connections = [...state.connections.filter((other) => !replaced.includes(other)), entry]
  if (state.connections.length > connectionLimit) {
    log.warn(
      `${state.connections.length} wallets are connected. Only the newest ${connectionLimit} are taken up after a reload.`,
    )
  }
  for (const other of replaced) {
    const lost = other.namespaces.filter((namespace) => !entry.namespaces.includes(namespace))
    for (const namespace of lost) {
      accounts.deactivate(namespace)
      accounts.intend(namespace)
    }
    if (other.id !== id && lost.length > 0) {
      events.emit(Disconnected, { connectionId: other.id, namespaces: lost })
    }
  }
  return entry
}

/** Releases the connections that a new one takes the place of, and forgets what is stored of them. */
function makeRoom(
  { state, waiting, stopWaiting }: SessionCore,
  ends: Pick<ConnectionEnds, 'release'>,
  place: ConnectionPlace,
): readonly ConnectionRecord[] {
  const replaced = state.connections.filter((other) => takesPlace(place, other))
  for (const { id } of replaced) ends.release(id)
  // Stored beside the new one, each would take the other's place at the next load.
  for (const [id, other] of waiting) if (takesPlace(place, other)) stopWaiting(id)
  return replaced
}
