import type { Connection, ConnectionChange, ConnectorContribution } from '../../contracts/points/connector.js'
import { abortedError, untilAborted } from '../../platform/untilAborted.js'
import type { SessionAccounts } from './accounts.js'
import { invalidConnection, readKey } from './connectionCheck.js'
import { isChoiceOf } from './connectionId.js'
import type { SessionConnections } from './connections.js'
import { endInTime } from './endInTime.js'
import type { Attempt, SessionCore } from './sessionCore.js'
import type { ConnectionRecord } from './sessionState.js'
import { spanningConnector } from './spanningConnector.js'
import type { StoredConnection } from './storedSession.js'
import { takesPlace } from './takesPlace.js'
import { partsOf } from './walletParts.js'

type Run = 'connect' | 'restore'

export interface OpenParameters {
  /** One connector, or those of one wallet to connect as one. */
  readonly connectors: readonly ConnectorContribution[]
  readonly attempt: Attempt
  readonly signal?: AbortSignal | undefined
  readonly onUri?: ((uri: string) => void) | undefined
  readonly stored?: StoredConnection
  /** Another tab stored it a moment ago. */
  readonly followed?: boolean
}

/**
 * Runs a connector and keeps what its wallet reports, from before the connection opens until it ends. Returns the record
 * of the connection; `undefined` when the stored session has ended, or a newer connection has taken its place.
 */
export type OpenConnection = (run: Run, parameters: OpenParameters) => Promise<ConnectionRecord | undefined>

export function createConnectionOpener(
  core: SessionCore,
  accounts: SessionAccounts,
  connections: SessionConnections,
): OpenConnection {
  const { state } = core

  /** Checks an opened connection and takes it into the state, in one step; `undefined` when a newer one is there. */
  function take(
    run: Run,
    connector: ConnectorContribution,
    connection: Connection,
    stored: StoredConnection | undefined,
  ): ConnectionRecord | undefined {
    const place = { connectorId: connector.id, key: readKey(connection) }
    if (stored?.key !== undefined && place.key !== stored.key) {
      throw invalidConnection(connector.name, 'it is not the session that was asked for')
    }
    // What a person connected while a stored session was being taken up is newer.
    if (run === 'restore' && state.connections.some((other) => takesPlace(place, other))) return undefined
    const entry = connections.commit(connector, connection)
    activateWanted(core, accounts, run, entry)
    return entry
  }

  return async (run, parameters) => {
    const { connectors, attempt, stored, followed } = parameters
    const connector = spanningConnector(connectors as [ConnectorContribution], {
      isConnected: (id) => state.connections.some(({ connectorId }) => partsOf(connectorId).includes(id)),
      failed: core.tellFailed,
      missing: { ...core.options, isFollowing: () => core.followHidden !== undefined },
    })
    const { request, pass } = createRequest(core, parameters)
    const drop = (unwanted: Connection | undefined) => abandon(core, unwanted, run, connector.name)
    const answer = (async () => connector[run]?.(request))()
    const connection = await untilAborted(request.signal, answer, (late) => void drop(late))
    if (request.signal.aborted) {
      void drop(connection)
      throw abortedError(request.signal)
    }
    if (!connection) {
      // The connector does not know the session any more. Where another tab has it open, it would end there too.
      if (stored?.key !== undefined && !followed && core.stopWaiting(attempt.id)) core.save()
      return undefined
    }
    let entry: ConnectionRecord | undefined
    try {
      entry = take(run, connector, connection, stored)
    } finally {
      if (!entry) await drop(connection)
    }
    if (!entry) return undefined
    const { id } = entry
    pass((change) => connections.report(id, connection, change))
    connections.flushReports(connection)
    return core.record(id)
  }
}

/** Drops a connection that's no longer wanted: ends one that a person opened, releases a restored one. */
async function abandon(
  { options: { clock, log } }: SessionCore,
  connection: Connection | undefined,
  run: Run,
  name: string,
): Promise<void> {
  try {
    if (run === 'connect') await (connection && endInTime(connection, name, clock))
    else await connection?.release?.()
  } catch (error) {
    log.warn('A connection that came too late could not be ended.', error)
  }
}

/** What a connector is asked with. Changes that come early wait until `pass` is called, which hands over every change. */
function createRequest({ options }: SessionCore, { attempt, signal: given, onUri, stored }: OpenParameters) {
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
  const pass = (report: (change: ConnectionChange) => void) => {
    kept = report
    early.forEach(report)
  }
  return { request, pass }
}

/** Makes an opened connection active in the namespaces where it is wanted. */
function activateWanted(
  { state, intended }: SessionCore,
  accounts: SessionAccounts,
  run: Run,
  entry: ConnectionRecord,
): void {
  for (const namespace of entry.namespaces) {
    const active = state.namespaces[namespace]?.connectionId
    // A session taken up late must not push aside what a person made active in the meantime.
    const wanted = run === 'connect' || isChoiceOf(intended.get(namespace), entry)
    if (wanted || active === undefined || active === entry.id) accounts.activate(namespace, entry)
    if (run === 'connect' || !intended.has(namespace)) accounts.intend(namespace)
  }
}
