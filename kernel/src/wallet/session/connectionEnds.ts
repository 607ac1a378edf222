import type { Connection } from '../../contracts/points/connector.js'
import { messageOf } from '../../errors/base.js'
import { disconnectFailed } from '../../errors/connection.js'
import type { SessionAccounts } from './accounts.js'
import { isChoiceOf } from './connectionId.js'
import { endInTime } from './endInTime.js'
import type { SessionCore } from './sessionCore.js'
import type { ConnectionRecord } from './sessionState.js'
import { isListenedTo, tellHidden } from './tellHidden.js'
import { Disconnected, DisconnectFailed } from './walletEvents.js'

/** How connections leave the session. */
export interface ConnectionEnds {
  /** Releases a connection without ending the wallet's side. A fault of the wallet's plugin is logged and goes no further. */
  release(connectionId: string): void
  /** Takes connections out of the state and forgets them, all at once, so that none becomes active on the way. Idempotent. */
  remove(...connectionIds: readonly string[]): void
  /**
   * Takes a connection out of the state that its wallet ended. It stays stored, so that the wallet is asked again without a
   * prompt: a wallet that is locked shares its accounts once it's unlocked. One that was revoked isn't stored, and waits for the
   * wallet's own word, if the wallet can be listened to.
   */
  leave(connectionId: string, isRevoked: boolean): void
  /**
   * Ends connections: the app is disconnected at once, and the wallets are told.
   *
   * @throws ConnectorError `DISCONNECT_FAILED` when a wallet refuses, or doesn't answer in time.
   */
  disconnect(connectionIds: readonly string[]): Promise<void>
  releaseAll(): void
}

export function createConnectionEnds(core: SessionCore, accounts: SessionAccounts): ConnectionEnds {
  const { live } = core
  const { log } = core.options

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

  function remove(...connectionIds: readonly string[]): void {
    for (const id of connectionIds) {
      core.stopWaiting(id)
      core.granted.delete(id)
    }
    drop(core, accounts, release, connectionIds, false)
  }

  function leave(connectionId: string, isRevoked: boolean): void {
    const entry = core.record(connectionId)
    if (!entry) return
    if (!wait(core, entry, isRevoked)) remove(connectionId)
    drop(core, accounts, release, [connectionId], true)
    tellHidden(core, entry)
    core.save()
  }

  async function disconnect(connectionIds: readonly string[]): Promise<void> {
    const connections = connectionIds.map((connectionId) => ({
      connectionId,
      connection: live.get(connectionId),
      name: core.record(connectionId)?.name ?? '',
    }))
    // State first: whatever the wallet does, the app is disconnected.
    remove(...connectionIds)
    const ends = connections.map((open) => endAtWallet(core, open))
    core.save()
    const failures = (await Promise.all(ends)).flat()
    if (failures.length > 0) throw disconnectFailed(failures[0])
  }

  return {
    release,
    remove,
    leave,
    disconnect,
    releaseAll() {
      for (const id of live.keys()) release(id)
    },
  }
}

interface OpenConnection {
  readonly connectionId: string
  readonly connection: Connection | undefined
  readonly name: string
}

/** Tells a wallet that its connection is over. @returns What went wrong, if anything. */
async function endAtWallet(
  { options: { clock, events } }: SessionCore,
  { connectionId, connection, name }: OpenConnection,
): Promise<readonly unknown[]> {
  try {
    if (connection) await endInTime(connection, name, clock)
    return []
  } catch (cause) {
    events.emit(DisconnectFailed, { connectionId, message: messageOf(cause) })
    return [cause]
  }
}

/** Has the session of a wallet that left wait for it. @returns Whether anything can bring it back. */
function wait(core: SessionCore, entry: ConnectionRecord, isRevoked: boolean): boolean {
  if (isRevoked && !isListenedTo(core, entry)) return false
  core.waiting.set(entry.id, core.toStored(entry))
  if (isRevoked) core.asleep.add(entry.id)
  return true
}

/** Takes connections out of the state. @param keepsChoice Whether their account stays the one to find again. */
function drop(
  core: SessionCore,
  accounts: SessionAccounts,
  release: (connectionId: string) => void,
  connectionIds: readonly string[],
  keepsChoice: boolean,
): void {
  const { state, intended } = core
  const gone = state.connections.filter(({ id }) => connectionIds.includes(id))
  if (gone.length > 0) state.connections = state.connections.filter((entry) => !gone.includes(entry))
  for (const id of connectionIds) release(id)
  for (const entry of gone) {
    const { id, namespaces } = entry
    for (const namespace of namespaces) {
      if (state.namespaces[namespace]?.connectionId === id) accounts.deactivate(namespace)
      if (!keepsChoice && isChoiceOf(intended.get(namespace), entry)) accounts.intend(namespace)
    }
    core.options.events.emit(Disconnected, { connectionId: id, namespaces })
  }
  core.followConnection(gone.flatMap(({ namespaces }) => namespaces))
}
