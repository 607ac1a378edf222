import { subscribe } from 'valtio/vanilla'
import { type NetworkId, namespaceOf } from '../../contracts/caip.js'
import { messageOf } from '../../errors/base.js'
import { disconnectFailed } from '../../errors/connection.js'
import { ConnectorError } from '../../errors/connector.js'
import { networkNotApproved } from '../../errors/networkNotApproved.js'
import { rpcErrorFrom } from '../../errors/rpc.js'
import type {
  Account,
  Connection,
  ConnectionChange,
  ConnectorContribution,
} from '../../contracts/points/connector.js'
import type { SessionAccounts } from './accounts.js'
import { checkConnection, soundChange } from './connectionCheck.js'
import { createReports, type Reports } from './createReports.js'
import { type ConnectionPlace, connectionIdOf, isChoiceOf } from './connectionId.js'
import type { SessionCore } from './sessionCore.js'
import type { ConnectionRecord } from './sessionState.js'
import { Disconnected, DisconnectFailed } from './walletEvents.js'
import { connectionLimit } from './storedSession.js'
import { takesPlace } from './takesPlace.js'

/** How long a wallet may take to report the network that it said it switched to. */
const confirmTime = 3_000

/** The connections that are open: how they come into the state, change, and leave it. */
export interface SessionConnections {
  /** @throws ConnectorError `CONNECTION_INVALID` when the connection cannot be used. */
  commit(connector: ConnectorContribution, connection: Connection): ConnectionRecord
  /** Takes what a wallet reports. The first changes of a task are applied at once, the rest together when it has ended. */
  report(connectionId: string, connection: Connection, change: ConnectionChange): void
  /** Applies what a wallet reported and what waits for the end of the task. */
  flushReports(connection: Connection): void
  /** Takes connections out of the state, all at once, so that none becomes active on the way. Idempotent. */
  remove(...connectionIds: readonly string[]): void
  disconnect(connectionIds: readonly string[]): Promise<void>
  askNetwork(connectionId: string, networkId: NetworkId): Promise<void>
  releaseAll(): void
}

export function createSessionConnections(core: SessionCore, accounts: SessionAccounts): SessionConnections {
  const { options, state, live, waiting, intended, record } = core
  const { events, log } = options
  const { activate, deactivate, intend } = accounts
  const reports = new WeakMap<Connection, Reports>()

  /** Releases the connections that a new one takes the place of, and forgets what is stored of them. */
  function makeRoom(place: ConnectionPlace): readonly ConnectionRecord[] {
    const replaced = state.connections.filter((other) => takesPlace(place, other))
    for (const { id } of replaced) release(id)
    // Stored beside the new one, each would take the other's place at the next load.
    for (const [id, other] of waiting) if (takesPlace(place, other)) waiting.delete(id)
    return replaced
  }

  /** Releases a connection without ending the wallet's side. A fault of the wallet's plugin stays its own. */
  function release(connectionId: string): void {
    const connection = live.get(connectionId)
    live.delete(connectionId)
    const warn = (error: unknown) => log.warn('A wallet could not be released.', error)
    try {
      Promise.resolve(connection?.release?.()).catch(warn)
    } catch (error) {
      warn(error)
    }
  }

  /**
   * Whether the wallet itself says that it is on the network, by its connection or by a report, within
   * {@link confirmTime}. A wallet that names no current network has none to confirm: the choice is the app's.
   */
  async function isConfirmed(id: string, connection: Connection, networkId: NetworkId): Promise<boolean> {
    const namespace = namespaceOf(networkId)
    const current = () => [connection.networks?.[namespace], record(id)?.networks[namespace]]
    const isThere = () => current().includes(networkId) || current().every((network) => network === undefined)
    if (isThere()) return true
    return new Promise((resolve) => {
      const end = () => {
        options.clock.clearTimeout(timer)
        stop()
        resolve(isThere())
      }
      const timer = options.clock.setTimeout(end, confirmTime)
      const stop = subscribe(state, () => isThere() && end(), true)
    })
  }

  /** Writes a sound change into the state. Returns whether it changed anything. */
  function apply(connectionId: string, connection: Connection, change: ConnectionChange): boolean {
    const entry = record(connectionId)
    if (!entry || live.get(connectionId) !== connection) return false
    const reported = change.accounts ?? entry.accounts
    const namespaces = [...new Set(reported.map((account) => account.namespace))]
    const next: ConnectionRecord = {
      ...entry,
      accounts: reported,
      namespaces,
      networks: { ...entry.networks, ...change.networks },
      approvedNetworks: { ...entry.approvedNetworks, ...change.approvedNetworks },
    }
    if (isSameData(entry, next)) return false
    state.connections = state.connections.map((other) => (other.id === connectionId ? next : other))
    for (const namespace of new Set([...entry.namespaces, ...namespaces])) {
      const active = state.namespaces[namespace]?.connectionId
      if (active !== undefined && active !== connectionId) continue
      if (namespaces.includes(namespace)) {
        activate(namespace, next, accounts.findFollowed(namespace, entry, next))
      } else deactivate(namespace)
      intend(namespace)
    }
    core.followConnection(entry.namespaces)
    core.save()
    return true
  }

  const service: SessionConnections = {
    commit(connector, connection) {
      const { wallet, ...checked } = checkConnection(connector, connection, core.known, core.isAddress)
      const place = { connectorId: connector.id, key: checked.key }
      const id = connectionIdOf(place)
      const replaced = makeRoom(place)
      live.set(id, connection)
      const { name = connector.name, icon = connector.icon } = wallet ?? {}
      const entry: ConnectionRecord = {
        id,
        connectorId: connector.id,
        name,
        icon: typeof icon === 'string' ? icon : undefined,
        ...checked,
      }
      // Lists are replaced, never spliced: whoever watches would see the steps in between.
      state.connections = [...state.connections.filter((other) => !replaced.includes(other)), entry]
      if (state.connections.length > connectionLimit) {
        log.warn(
          `${state.connections.length} wallets are connected. Only the newest ${connectionLimit} are taken up after a reload.`,
        )
      }
      for (const other of replaced) {
        const lost = other.namespaces.filter((namespace) => !entry.namespaces.includes(namespace))
        for (const namespace of lost) {
          deactivate(namespace)
          intend(namespace)
        }
        if (other.id !== id && lost.length > 0) {
          events.emit(Disconnected, { connectionId: other.id, namespaces: lost })
        }
      }
      return entry
    },
    report(connectionId, connection, given) {
      const entry = record(connectionId)
      if (!entry || live.get(connectionId) !== connection) return
      const own =
        reports.get(connection) ?? createReports((change) => apply(connectionId, connection, change))
      reports.set(connection, own)
      if (!own.isWaiting && isRepeated(entry, given)) return
      const change = soundChange(given, core.known, core.isAddress)
      if (change.ended) {
        own.flush()
        service.remove(connectionId)
        return core.save()
      }
      if (change.accounts?.length === 0) {
        return log.warn(`"${entry.name}" reported accounts that are not valid, so they were ignored.`)
      }
      own.tell(change)
    },
    flushReports: (connection) => reports.get(connection)?.flush(),
    remove(...connectionIds) {
      const isGone = ({ id }: ConnectionRecord) => connectionIds.includes(id)
      const gone = state.connections.filter(isGone)
      if (gone.length > 0) state.connections = state.connections.filter((entry) => !isGone(entry))
      for (const id of connectionIds) {
        waiting.delete(id)
        release(id)
      }
      for (const entry of gone) {
        const { id, namespaces } = entry
        for (const namespace of namespaces) {
          if (state.namespaces[namespace]?.connectionId === id) deactivate(namespace)
          if (isChoiceOf(intended.get(namespace), entry)) intend(namespace)
        }
        events.emit(Disconnected, { connectionId: id, namespaces })
      }
      core.followConnection(gone.flatMap(({ namespaces }) => namespaces))
    },
    async disconnect(connectionIds) {
      const failures: unknown[] = []
      const connections = connectionIds.map((connectionId) => [connectionId, live.get(connectionId)] as const)
      // State first: whatever the wallet does, the app is disconnected.
      service.remove(...connectionIds)
      const ends = connections.map(async ([connectionId, connection]) => {
        try {
          await connection?.disconnect()
        } catch (cause) {
          failures.push(cause)
          events.emit(DisconnectFailed, { connectionId, message: messageOf(cause) })
        }
      })
      core.save()
      await Promise.all(ends)
      if (failures.length > 0) throw disconnectFailed(failures[0])
    },
    async askNetwork(connectionId, networkId) {
      const connection = live.get(connectionId)
      const namespace = namespaceOf(networkId)
      const entry = record(connectionId)
      const approved = entry?.approvedNetworks[namespace]
      if (entry && !connection?.switchNetwork && approved?.includes(networkId) === false) {
        const listed = options.namespaces().find((candidate) => candidate.id === namespace)?.networks
        throw networkNotApproved(entry.name, listed?.find(({ id }) => id === networkId)?.name ?? networkId)
      }
      try {
        await connection?.switchNetwork?.(networkId)
      } catch (error) {
        throw rpcErrorFrom(error)
      }
      if (!connection || !entry) return
      if (connection.switchNetwork && !(await isConfirmed(connectionId, connection, networkId))) {
        throw switchUnconfirmed(entry.name)
      }
      // What the wallet reported before it answered is older than its answer.
      service.flushReports(connection)
      apply(connectionId, connection, { networks: { [namespace]: networkId } })
    },
    releaseAll() {
      for (const id of live.keys()) release(id)
    },
  }
  return service
}

/** Whether a wallet says again what it said before. Found out before anything of it is checked, which costs more. */
function isRepeated(entry: ConnectionRecord, change: ConnectionChange): boolean {
  if (typeof change !== 'object' || change === null) return false
  const { accounts = entry.accounts, networks = {}, approvedNetworks, ended } = change
  if (ended || approvedNetworks || !Array.isArray(accounts) || accounts.length !== entry.accounts.length) {
    return false
  }
  const isSame = (account: Account, index: number) => {
    const known = entry.accounts[index]
    return accountFields.every((field) => known?.[field] === account?.[field])
  }
  return (
    Object.entries(networks ?? {}).every(([namespace, id]) => entry.networks[namespace] === id) &&
    accounts.every(isSame)
  )
}

const accountFields = ['id', 'namespace', 'address', 'kind', 'label', 'publicKey'] as const

/** Whether two records hold the same, so that a wallet that repeats itself costs no work of those who watch. */
const isSameData = (left: ConnectionRecord, right: ConnectionRecord) => textOf(left) === textOf(right)

const textOf = ({ accounts, networks, approvedNetworks }: ConnectionRecord) =>
  JSON.stringify([
    accounts.map(({ id, kind, label, publicKey }) => [id, kind, label, publicKey]),
    Object.entries(networks),
    Object.entries(approvedNetworks),
  ])

function switchUnconfirmed(name: string): ConnectorError {
  return new ConnectorError(`${name} did not switch the network. Switch it in the wallet and try again.`, {
    code: 'NETWORK_SWITCH_UNCONFIRMED',
    parameters: { wallet: name },
  })
}
