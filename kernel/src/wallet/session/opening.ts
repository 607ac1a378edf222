import type { NamespaceId } from '../../contracts/caip.js'
import { abortedError, untilAborted } from '../../platform/untilAborted.js'
import { adapterNotFound } from '../../errors/connection.js'
import { ConnectorError } from '../../errors/connector.js'
import { rpcErrorFrom } from '../../errors/rpc.js'
import type { Connection, ConnectionChange, ConnectorContribution } from '../../contracts/points/connector.js'
import type { SessionAccounts } from './accounts.js'
import { invalidConnection, readKey } from './connectionCheck.js'
import { isChoiceOf } from './connectionId.js'
import type { SessionConnections } from './connections.js'
import type { Attempt, SessionCore } from './sessionCore.js'
import type { ConnectionRecord, RecentWallet } from './sessionState.js'
import { spanningConnector } from './spanningConnector.js'
import { recentLimit, type StoredConnection, storedRecent } from './storedSession.js'
import { Connected } from './walletEvents.js'
import { takesPlace } from './takesPlace.js'
import { partsOf } from './walletParts.js'

const iconLimit = 20_000
const nameLimit = 100

export interface ConnectParameters {
  /** One connector, or those of one wallet to connect as one. */
  readonly connectors: readonly ConnectorContribution[]
  readonly attempt: Attempt
  /** Makes the wallet's namespace the active one even when another one is connected. */
  readonly activate: boolean
  readonly signal?: AbortSignal | undefined
  readonly onUri?: ((uri: string) => void) | undefined
}

/** How connections are opened: by a person, or from an earlier session without a prompt. */
export interface SessionOpening {
  /**
   * @param asked The namespaces that were asked for, if any were named.
   * @throws ConnectorError that says why nothing can be connected: no such wallet, no plugin for what was asked, or none
   *   of the wallet's networks is listed.
   */
  refuse(
    connectorId: string,
    connector: ConnectorContribution | undefined,
    asked?: readonly NamespaceId[],
  ): never
  connect(parameters: ConnectParameters): Promise<ConnectionRecord>
  restore(
    connectors: readonly ConnectorContribution[],
    attempt: Attempt,
    session: Pick<OpenParameters, 'stored' | 'followed'>,
  ): Promise<void>
}

type Run = 'connect' | 'restore'
interface OpenParameters extends Omit<ConnectParameters, 'activate'> {
  readonly stored?: StoredConnection
  /** Another tab stored it a moment ago. */
  readonly followed?: boolean
}

export function createSessionOpening(
  core: SessionCore,
  accounts: SessionAccounts,
  connections: SessionConnections,
): SessionOpening {
  const { options, state, waiting, intended, record } = core
  const { events, log, storage } = options

  function remember(entry: ConnectionRecord): void {
    const icon = entry.icon !== undefined && entry.icon.length <= iconLimit ? { icon: entry.icon } : {}
    const wallet = { connectorId: entry.connectorId, name: entry.name.slice(0, nameLimit), ...icon }
    // A connector with several sessions leads to several wallets, each of which stays in the list.
    const isSame = (other: RecentWallet) =>
      other.connectorId === wallet.connectorId && (entry.key === undefined || other.name === wallet.name)
    const others = state.recent.filter((other) => !isSame(other))
    state.recent = [wallet, ...others].slice(0, recentLimit)
    storage.write(storedRecent, [...state.recent])
  }

  /** A session that its connector does not know any more is not asked for again. */
  function forget(connectionId: string): void {
    if (waiting.delete(connectionId)) core.save()
  }

  /** A connection that came after it was given up: one a person opened ends, one taken up is released. */
  async function abandon(connection: Connection | undefined, run: Run): Promise<void> {
    try {
      await (run === 'connect' ? connection?.disconnect() : connection?.release?.())
    } catch (error) {
      log.warn('A connection that came too late could not be ended.', error)
    }
  }

  /** Takes an opened connection into the state and makes it active where it is wanted. */
  async function keep(
    run: Run,
    connector: ConnectorContribution,
    connection: Connection,
  ): Promise<ConnectionRecord> {
    let entry: ConnectionRecord
    try {
      entry = connections.commit(connector, connection)
    } catch (error) {
      await abandon(connection, run)
      throw error
    }
    for (const namespace of entry.namespaces) {
      const active = state.namespaces[namespace]?.connectionId
      // A session taken up late must not push aside what a person made active in the meantime.
      const wanted = run === 'connect' || isChoiceOf(intended.get(namespace), entry)
      if (wanted || active === undefined || active === entry.id) accounts.activate(namespace, entry)
      if (run === 'connect' || !intended.has(namespace)) accounts.intend(namespace)
    }
    return entry
  }

  /** Runs a connector and keeps what its wallet reports, from before it answered until it ends. */
  async function open(run: Run, parameters: OpenParameters): Promise<ConnectionRecord | undefined> {
    const { connectors, attempt, signal: given, onUri, stored, followed } = parameters
    const connector = spanningConnector(connectors as [ConnectorContribution], (id) =>
      state.connections.some(({ connectorId }) => partsOf(connectorId).includes(id)),
    )
    const signal = AbortSignal.any([options.signal, attempt.controller.signal, ...(given ? [given] : [])])
    if (signal.aborted) throw abortedError(signal)
    const early: ConnectionChange[] = []
    let kept: ((change: ConnectionChange) => void) | undefined
    const request = Object.freeze({
      namespaces: Object.freeze([...attempt.namespaces]),
      networkIds: Object.freeze([...options.networkIds(attempt.namespaces)]),
      signal,
      onChange(change: ConnectionChange) {
        if (kept) kept(change)
        else early.push(change)
      },
      ...(onUri ? { onUri } : {}),
      ...(stored?.key === undefined ? {} : { key: stored.key }),
    })
    const answer = (async () => connector[run]?.(request))()
    const connection = await untilAborted(signal, answer, (late) => void abandon(late, run))
    if (!connection) {
      // Not where another tab has it open: forgotten here, it would end there.
      if (stored?.key !== undefined && !followed) forget(attempt.id)
      return undefined
    }
    const place = { connectorId: connector.id, key: readKey(connection) }
    if (stored?.key !== undefined && place.key !== stored.key) {
      await abandon(connection, run)
      throw invalidConnection(connector.name, 'it is not the session that was asked for')
    }
    // What a person connected while a stored session was being taken up is newer.
    if (run === 'restore' && state.connections.some((other) => takesPlace(place, other))) {
      await abandon(connection, run)
      return undefined
    }
    const { id } = await keep(run, connector, connection)
    kept = (change) => connections.report(id, connection, change)
    early.forEach(kept)
    connections.flushReports(connection)
    return record(id)
  }

  const announce = ({ id, name, namespaces }: ConnectionRecord, reconnect: boolean) => {
    const method = core.live.get(id)?.method ?? 'browser'
    events.emit(Connected, { connectionId: id, name, namespaces, reconnect, method })
  }

  return {
    refuse(connectorId, connector, asked = []) {
      if (!connector) throw connectorNotFound(connectorId)
      const [first] = asked
      throw first === undefined ? noNamespace(connector.name) : adapterNotFound(first)
    },
    async connect(parameters) {
      const { connectors, attempt } = parameters
      try {
        const entry = await open('connect', parameters)
        if (!entry) throw invalidConnection(connectors[0]?.name ?? '', 'it ended before it began')
        const isConnected = state.namespaces[state.activeNamespace ?? '']?.status === 'connected'
        if (parameters.activate || !isConnected) {
          const granted = attempt.namespaces.find((namespace) => entry.namespaces.includes(namespace))
          state.activeNamespace = granted ?? entry.namespaces[0]
        }
        remember(entry)
        core.save()
        announce(entry, false)
        return entry
      } catch (error) {
        throw rpcErrorFrom(error)
      }
    },
    async restore(connectors, attempt, session) {
      const entry = await open('restore', { connectors, attempt, ...session })
      if (!entry) return
      core.save()
      announce(entry, true)
    },
  }
}

function connectorNotFound(connectorId: string): ConnectorError {
  return new ConnectorError('This wallet is not available any more. Choose it again from the list.', {
    code: 'CONNECTOR_NOT_FOUND',
    metaMessages: [`No connector has the id "${connectorId}".`],
  })
}

function noNamespace(name: string): ConnectorError {
  return new ConnectorError(`${name} supports none of the networks this app uses.`, {
    code: 'NAMESPACE_NOT_FOUND',
    parameters: { wallet: name },
  })
}
