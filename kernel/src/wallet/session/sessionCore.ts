import { say } from '#sentences'
import { proxy } from 'valtio/vanilla'
import type { NamespaceId, NetworkId } from '../../contracts/caip.js'
import type { Clock } from '../../platform/clock.js'
import type { LogService } from '../../platform/log.js'
import type { StorageService } from '../../platform/storage.js'
import type { Events } from '../../engine/events.js'
import { type BaseError, messageOf } from '../../errors/base.js'
import type { Connection, ConnectorContribution } from '../../contracts/points/connector.js'
import type { NamespaceContribution } from '../../contracts/points/namespace.js'
import type { NotificationsService } from '../notifications.js'
import type { WalletCodeSource } from '../walletCodeSource.js'
import {
  ConnectFailed,
  type ConnectionRecord,
  type NamespaceSession,
  type RecentWallet,
  type SessionState,
} from './sessionState.js'
import { createAttempts } from './createAttempts.js'
import { connectionIdOf } from './connectionId.js'
import { connectionLimit, type StoredChoice, type StoredConnection, storedSession } from './storedSession.js'

export type Writable<T> = { -readonly [key in keyof T]: T[key] }
type WritableState = Writable<Omit<SessionState, 'namespaces' | 'connections' | 'recent'>> & {
  connections: ConnectionRecord[]
  namespaces: Record<string, NamespaceSession>
  recent: RecentWallet[]
}

export interface SessionOptions {
  readonly storage: StorageService
  readonly events: Pick<Events, 'emit'>
  readonly log: LogService
  readonly clock: Clock
  /** Aborted when the kernel is disposed. */
  readonly signal: AbortSignal
  /** What connects wallets and what they are used with. */
  readonly code: WalletCodeSource
  connectors(): readonly ConnectorContribution[]
  namespaces(): readonly NamespaceContribution[]
  /** CAIP-2 ids to ask a wallet for, the preferred one of each namespace first. */
  networkIds(namespaces: readonly NamespaceId[]): readonly NetworkId[]
  /** Told of each connection that a person made. */
  connected?(entry: ConnectionRecord): void
  /** How people are told of a wallet that left. */
  notifications?(): Pick<NotificationsService, 'toast' | 'dismissToast'> | undefined
  /** Whether a stored address may be shown before its wallet confirms it. */
  readonly showsAccounts: boolean
  /** Told after every change of the connector list. */
  subscribe(listener: () => void): () => void
}

/** Something under way to a connection; its namespaces show its status until it ends. */
export interface Attempt {
  /** The connection to take up; where a person connects, the connector's id, as the connection is not known yet. */
  readonly id: string
  readonly namespaces: readonly NamespaceId[]
  readonly status: 'connecting' | 'reconnecting'
  readonly controller: AbortController
  /** Nobody is told that it's under way. */
  readonly isQuiet?: boolean
  /** Shared with callers that ask for the same before it ends. */
  readonly asking?: Asking
}

interface Asking {
  readonly key: string
  readonly answer: Promise<ConnectionRecord>
  readonly signal: AbortSignal | undefined
}

/** What the first-load part of the session shares with the part that is loaded for the first wallet. */
export interface SessionCore {
  readonly options: SessionOptions
  readonly state: WritableState
  readonly live: Map<string, Connection>
  /** By connection id: stored sessions whose wallet has not been taken up; they stay stored, so that the next load tries again. */
  readonly waiting: Map<string, StoredConnection>
  /** By connection id: ends listening to the wallet of a session that waits. */
  readonly listening: Map<string, AbortController>
  /**
   * Those that wait and whose wallet may prompt the person if it's asked: each is taken up by the wallet's own word alone, and isn't
   * stored.
   */
  readonly asleep: Set<string>
  /** Listens to the wallets of all sessions that wait. Absent where sessions aren't taken up. */
  followHidden?: () => void
  /** By connection id: every namespace that its wallet ever granted, so that one whose accounts are hidden is asked for again. */
  readonly granted: Map<string, Set<NamespaceId>>
  /** What was last active, per namespace; it outlives a wallet that is late or locked. */
  readonly intended: Map<string, StoredChoice>
  readonly attempts: Set<Attempt>
  record(connectionId: string | undefined): ConnectionRecord | undefined
  /** The given namespaces that the host lists. */
  known(namespaces: readonly NamespaceId[]): readonly NamespaceId[]
  /** Whether the namespace's own plugin takes the text for an address, of the network if one is given. */
  isAddress(namespace: NamespaceId, address: string, networkId?: NetworkId): boolean
  /**
   * Moves the active namespace to one that is connected, when the active one is among those given, and nothing is
   * connected or under way there.
   */
  followConnection(left: readonly (NamespaceId | undefined)[]): void
  begin(
    id: string,
    namespaces: readonly NamespaceId[],
    status: Attempt['status'],
    options?: Pick<Attempt, 'isQuiet'>,
  ): Attempt
  end(attempt: Attempt): void
  /** Aborts and forgets what has not become a connection. */
  cancel(isMeant: (id: string, namespaces: readonly NamespaceId[]) => boolean): void
  /** Works the status of namespaces without a connection out again. */
  settle(namespaces: readonly NamespaceId[]): void
  /** Tells that a way to connect failed. */
  tellFailed(connectorId: string, error: BaseError): void
  /** Nothing waits for the wallet of a session any more. @returns Whether something did. */
  stopWaiting(connectionId: string): boolean
  /** A connection as it is stored. */
  toStored(entry: ConnectionRecord): StoredConnection
  /** Nothing is written before what is stored has been read. */
  save(): void
  isLoaded: boolean
}

function save({ isLoaded, state, waiting, asleep, intended, options, toStored }: SessionCore): void {
  if (!isLoaded) return
  const live = state.connections.slice(-connectionLimit).map(toStored)
  const late = [...waiting].flatMap(([id, entry]) => (asleep.has(id) ? [] : [entry]))
  const choices = [...intended].filter(([, choice]) => !asleep.has(connectionIdOf(choice)))
  options.storage.write(storedSession, {
    // More would not be read again, and with them nothing would: the newest that are connected are kept.
    connections: [...live, ...late].slice(0, connectionLimit),
    active: Object.fromEntries(choices),
    activeNamespace: state.activeNamespace,
  })
}

export function createSessionCore(options: SessionOptions): SessionCore {
  const state = proxy<WritableState>({
    connections: [],
    namespaces: {},
    activeNamespace: undefined,
    recent: [],
    restored: false,
  })
  const waiting: SessionCore['waiting'] = new Map()
  const listening: SessionCore['listening'] = new Map()
  const asleep = new Set<string>()
  const stopWaiting = (id: string) => {
    listening.get(id)?.abort()
    listening.delete(id)
    asleep.delete(id)
    return waiting.delete(id)
  }
  const core: SessionCore = {
    options,
    state,
    isLoaded: false,
    live: new Map(),
    waiting,
    listening,
    asleep,
    stopWaiting,
    granted: new Map(),
    intended: new Map(),
    ...createAttempts(state, waiting, stopWaiting),
    record: (id) => state.connections.find((candidate) => candidate.id === id),
    known: (namespaces) => namespaces.filter((asked) => options.namespaces().some(({ id }) => id === asked)),
    isAddress(namespace, address, networkId) {
      try {
        const rules = options.namespaces().find(({ id }) => id === namespace)
        // A wallet may stand on a network that the app does not list.
        return rules?.isAddress(address, networkId) === true
      } catch (error) {
        options.log.warn(say('unchecked', namespace), error)
        return false
      }
    },
    followConnection(left) {
      if (state.activeNamespace !== undefined && !left.includes(state.activeNamespace)) return
      const { status } = state.namespaces[state.activeNamespace ?? ''] ?? {}
      if (status !== undefined && status !== 'disconnected') return
      const next = state.connections[0]?.namespaces[0]
      if (next !== undefined) state.activeNamespace = next
    },
    tellFailed: (connectorId, error) =>
      options.events.emit(ConnectFailed, { connectorId, code: error.code, message: messageOf(error) }),
    toStored: ({ id, connectorId, key, namespaces }) => ({
      connectorId,
      key,
      namespaces: [...new Set([...namespaces, ...(core.granted.get(id) ?? [])])],
    }),
    save: () => save(core),
  }
  return core
}
