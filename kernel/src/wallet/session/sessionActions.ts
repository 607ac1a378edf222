import { type AccountId, type NamespaceId, type NetworkId, namespaceOf } from '../../contracts/caip.js'
import { messageOf } from '../../errors/base.js'
import { adapterNotFound, disconnectFailed } from '../../errors/connection.js'
import { ConnectorError } from '../../errors/connector.js'
import { networkNotApproved } from '../../errors/networkNotApproved.js'
import { rpcErrorFrom } from '../../errors/rpc.js'
import type {
  Account,
  Connection,
  ConnectionChange,
  ConnectorContribution,
} from '../../contracts/points/connector.js'
import { checkConnection, invalidConnection, soundChange } from './connectionCheck.js'
import { createRestore } from './restore.js'
import { spanningConnector } from './spanningConnector.js'
import { type Attempt, recentLimit, type SessionCore } from './session.js'
import { type ConnectionRecord, storedRecent } from './sessionState.js'
import { abortedError, untilAborted } from '../../platform/untilAborted.js'
import { Connected, Disconnected, DisconnectFailed } from './walletEvents.js'
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

/** The part of the session that talks to wallets. */
export interface SessionActions {
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
  disconnect(connectionIds: readonly string[]): Promise<void>
  setActiveAccount(namespace: NamespaceId, entry: ConnectionRecord, accountId: AccountId | undefined): void
  askNetwork(connectionId: string, networkId: NetworkId): Promise<void>
  /** Lets go of every connection, and ends none. */
  releaseAll(): void
  /** Takes up what is stored, and from then on follows what other tabs store. */
  restoreStored(): Promise<void>
}

/** What restoring needs of the actions. */
export interface RestoreActions {
  restore(connectors: readonly ConnectorContribution[], attempt: Attempt): Promise<void>
  /** Takes a connection out of the state without ending the wallet's side. */
  remove(connectionId: string): void
}

export function createSessionActions(core: SessionCore): SessionActions {
  const { options, state, live, waiting, intended, record } = core
  const { events, log, storage } = options

  const rulesOf = (namespace: NamespaceId) =>
    options.namespaces().find((candidate) => candidate.id === namespace)

  function isSame(namespace: NamespaceId, left: string | undefined, right: string | undefined): boolean {
    if (left === right || left === undefined || right === undefined) return left === right
    try {
      return rulesOf(namespace)?.isSameAddress(left, right) ?? false
    } catch (error) {
      log.warn(`Two addresses of "${namespace}" could not be compared.`, error)
      return false
    }
  }

  /** The account the wallet itself puts first. */
  function firstAccount(namespace: NamespaceId, accounts: readonly Account[]): Account | undefined {
    const own = accounts.filter((account) => account.namespace === namespace)
    return own.find((account) => account.kind === rulesOf(namespace)?.defaultAccountKind) ?? own[0]
  }

  function preferredAccount(namespace: NamespaceId, accounts: readonly Account[]): Account | undefined {
    const wanted = intended.get(namespace)?.address
    const isWanted = (account: Account) =>
      account.namespace === namespace && isSame(namespace, account.address, wanted)
    return accounts.find(isWanted) ?? firstAccount(namespace, accounts)
  }

  function activate(
    namespace: NamespaceId,
    { id, accounts }: ConnectionRecord,
    account = preferredAccount(namespace, accounts),
  ): void {
    state.namespaces[namespace] = { status: 'connected', connectionId: id, accountId: account?.id }
  }

  /** The namespace's next connection becomes active, or it is disconnected. */
  function deactivate(namespace: NamespaceId): void {
    const next = state.connections.find((candidate) => candidate.namespaces.includes(namespace))
    if (next) return activate(namespace, next)
    state.namespaces[namespace] = { status: 'disconnected' }
    core.settle([namespace])
  }

  /** Notes the active account of a namespace as what the person wants to find after a reload. */
  function intend(namespace: NamespaceId): void {
    const { connectionId, accountId } = state.namespaces[namespace] ?? {}
    const entry = record(connectionId)
    const account = entry?.accounts.find((candidate) => candidate.id === accountId)
    if (entry && account) {
      intended.set(namespace, { connectorId: entry.connectorId, address: account.address })
    } else intended.delete(namespace)
  }

  function remember(entry: ConnectionRecord): void {
    const icon = entry.icon !== undefined && entry.icon.length <= iconLimit ? { icon: entry.icon } : {}
    const wallet = { connectorId: entry.connectorId, name: entry.name.slice(0, nameLimit), ...icon }
    const others = state.recent.filter((other) => other.connectorId !== wallet.connectorId)
    state.recent = [wallet, ...others].slice(0, recentLimit)
    storage.write(storedRecent, [...state.recent])
  }

  function commit(connector: ConnectorContribution, connection: Connection): ConnectionRecord {
    const checked = checkConnection(connector, connection, core.known)
    const replaced = state.connections.filter((other) => sharesPart(other.id, connector.id))
    for (const id of live.keys()) if (sharesPart(id, connector.id)) release(id)
    // Stored beside the new one, each would take the other's place at the next load.
    for (const id of waiting.keys()) if (sharesPart(id, connector.id)) waiting.delete(id)
    live.set(connector.id, connection)
    const icon = typeof connector.icon === 'string' ? connector.icon : undefined
    const { id, name } = connector
    const entry: ConnectionRecord = { id, connectorId: id, name, icon, ...checked }
    // Lists are replaced, never spliced: whoever watches would see the steps in between.
    state.connections = [...state.connections.filter((other) => !replaced.includes(other)), entry]
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
  }

  function applyChange(connectorId: string, connection: Connection, given: ConnectionChange): void {
    const entry = record(connectorId)
    if (!entry || live.get(connectorId) !== connection) return
    const change = soundChange(given, core.known)
    if (change.ended) {
      remove(connectorId)
      return core.save()
    }
    const accounts = change.accounts ?? entry.accounts
    if (accounts.length === 0) {
      return log.warn(`"${entry.name}" reported accounts that are not valid, so they were ignored.`)
    }
    const namespaces = [...new Set(accounts.map((account) => account.namespace))]
    const next: ConnectionRecord = {
      ...entry,
      accounts,
      namespaces,
      networks: { ...entry.networks, ...change.networks },
      approvedNetworks: { ...entry.approvedNetworks, ...change.approvedNetworks },
    }
    state.connections = state.connections.map((other) => (other.id === connectorId ? next : other))
    for (const namespace of new Set([...entry.namespaces, ...namespaces])) {
      const active = state.namespaces[namespace]?.connectionId
      if (active !== undefined && active !== connectorId) continue
      if (namespaces.includes(namespace)) activate(namespace, next, followed(namespace, entry, next))
      else deactivate(namespace)
      intend(namespace)
    }
    core.save()
  }

  /** An account that moved to the wallet's first place was chosen there, and the app follows. */
  function followed(namespace: NamespaceId, before: ConnectionRecord, after: ConnectionRecord) {
    const first = firstAccount(namespace, after.accounts)
    const previous = firstAccount(namespace, before.accounts)
    return isSame(namespace, first?.address, previous?.address) ? undefined : first
  }

  /** Lets go of a connection without ending the wallet's side. A fault of the wallet's plugin stays its own. */
  function release(connectionId: string): void {
    const connection = live.get(connectionId)
    live.delete(connectionId)
    try {
      connection?.release?.()
    } catch (error) {
      log.warn('A wallet could not be released.', error)
    }
  }

  /** Takes connections out of the state, all at once, so that none becomes active on the way. Idempotent. */
  function remove(...connectionIds: readonly string[]): void {
    const isGone = ({ id }: ConnectionRecord) => connectionIds.includes(id)
    const gone = state.connections.filter(isGone)
    if (gone.length > 0) state.connections = state.connections.filter((entry) => !isGone(entry))
    for (const id of connectionIds) {
      waiting.delete(id)
      release(id)
    }
    for (const { id, namespaces } of gone) {
      for (const namespace of namespaces) {
        if (state.namespaces[namespace]?.connectionId === id) deactivate(namespace)
        if (intended.get(namespace)?.connectorId === id) intend(namespace)
      }
      events.emit(Disconnected, { connectionId: id, namespaces })
    }
  }

  /** A connection that came after nobody wanted it any more: one a person opened ends, one taken up is let go. */
  async function abandon(connection: Connection | undefined, run: 'connect' | 'restore'): Promise<void> {
    try {
      await (run === 'connect' ? connection?.disconnect() : connection?.release?.())
    } catch (error) {
      log.warn('A connection that came too late could not be ended.', error)
    }
  }

  /** Runs a connector and keeps what its wallet reports, from before it answered until it ends. */
  async function open(
    run: 'connect' | 'restore',
    { connectors, attempt, signal: given, onUri }: Omit<ConnectParameters, 'activate'>,
  ): Promise<ConnectionRecord | undefined> {
    const connector = spanningConnector(connectors as [ConnectorContribution], (id) =>
      [...live.keys()].some((connected) => partsOf(connected).includes(id)),
    )
    const signal = AbortSignal.any([options.signal, attempt.controller.signal, ...(given ? [given] : [])])
    if (signal.aborted) throw abortedError(signal)
    const early: ConnectionChange[] = []
    let committed: Connection | undefined
    const request = {
      namespaces: attempt.namespaces,
      networkIds: options.networkIds(attempt.namespaces),
      signal,
      onChange(change: ConnectionChange) {
        if (committed) applyChange(connector.id, committed, change)
        else early.push(change)
      },
      ...(onUri ? { onUri } : {}),
    }
    const answer = (async () => connector[run]?.(request))()
    const connection = await untilAborted(answer, signal, (late) => void abandon(late, run))
    if (!connection) return undefined
    // What a person connected while a stored session was being taken up is newer.
    if (run === 'restore' && [...live.keys()].some((id) => sharesPart(id, connector.id))) {
      await abandon(connection, run)
      return undefined
    }
    let entry: ConnectionRecord
    try {
      entry = commit(connector, connection)
    } catch (error) {
      await abandon(connection, run)
      throw error
    }
    committed = connection
    for (const namespace of entry.namespaces) {
      const active = state.namespaces[namespace]?.connectionId
      // A session taken up late must not push aside what a person made active in the meantime.
      const wanted = run === 'connect' || intended.get(namespace)?.connectorId === entry.id
      if (wanted || active === undefined || active === entry.id) activate(namespace, entry)
      if (run === 'connect' || !intended.has(namespace)) intend(namespace)
    }
    for (const change of early) applyChange(connector.id, connection, change)
    return record(connector.id)
  }

  const announce = ({ id, name, namespaces }: ConnectionRecord, reconnect: boolean) =>
    events.emit(Connected, { connectionId: id, name, namespaces, reconnect })

  const actions: SessionActions & RestoreActions = {
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
    async disconnect(connectionIds) {
      const failures: unknown[] = []
      const connections = connectionIds.map((connectionId) => [connectionId, live.get(connectionId)] as const)
      // State first: whatever the wallet does, the app is disconnected.
      remove(...connectionIds)
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
    setActiveAccount(namespace, entry, accountId) {
      const account = entry.accounts.find((candidate) => candidate.id === accountId)
      if (accountId !== undefined && account?.namespace !== namespace) throw accountNotFound(accountId)
      activate(namespace, entry, account)
      intend(namespace)
      core.save()
    },
    async askNetwork(connectionId, networkId) {
      const connection = live.get(connectionId)
      const namespace = namespaceOf(networkId)
      const entry = record(connectionId)
      const approved = entry?.approvedNetworks[namespace]
      if (entry && !connection?.switchNetwork && approved?.includes(networkId) === false) {
        const network = rulesOf(namespace)?.networks.find(({ id }) => id === networkId)
        throw networkNotApproved(entry.name, network?.name ?? networkId)
      }
      try {
        await connection?.switchNetwork?.(networkId)
      } catch (error) {
        throw rpcErrorFrom(error)
      }
      // The wallet agreed; its own report may come later, or not at all.
      if (connection) applyChange(connectionId, connection, { networks: { [namespace]: networkId } })
    },
    async restore(connectors, attempt) {
      const entry = await open('restore', { connectors, attempt })
      if (!entry) return
      core.save()
      announce(entry, true)
    },
    remove,
    releaseAll() {
      for (const id of live.keys()) release(id)
    },
    restoreStored: () => createRestore(core, actions),
  }
  return actions
}

/** Whether two connections reach the same connector, so that one takes the place of the other. */
function sharesPart(left: string, right: string): boolean {
  const parts = partsOf(left)
  return partsOf(right).some((id) => parts.includes(id))
}

function accountNotFound(accountId: AccountId): ConnectorError {
  return new ConnectorError('The wallet does not offer this account any more. Choose another one.', {
    code: 'ACCOUNT_NOT_FOUND',
    metaMessages: [`No account has the id "${accountId}".`],
  })
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
  })
}
