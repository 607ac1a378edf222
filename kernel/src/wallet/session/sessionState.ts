import type { AccountId, NamespaceId, NetworkId } from '../../contracts/caip.js'
import { event } from '../../keys/event.js'
import type { Account, ApprovedNetworks, Connection } from '../../contracts/points/connector.js'
import type { ProviderKey } from '../../keys/providerKey.js'
import { token } from '../../keys/token.js'

/**
 * `connecting`: a person is connecting, or the page has just loaded and an earlier session is known.
 * `reconnecting`: that earlier session is being taken up, without prompts.
 */
export type ConnectionStatus = 'disconnected' | 'connecting' | 'connected' | 'reconnecting'

/** One live connection, as plain data. */
export interface ConnectionRecord {
  /** Of this connection alone. Where the connector holds one at a time, its id. */
  readonly id: string
  readonly connectorId: string
  /** What the connector tells its sessions apart by, if it can hold several. */
  readonly key?: string | undefined
  /** The wallet's own name, or else the connector's. Text from outside. */
  readonly name: string
  /** The wallet's own picture, or else the connector's. */
  readonly icon?: string | undefined
  readonly namespaces: readonly NamespaceId[]
  readonly accounts: readonly Account[]
  readonly networks: Readonly<Partial<Record<NamespaceId, NetworkId>>>
  /** A namespace that is absent supports every network. */
  readonly approvedNetworks: ApprovedNetworks
}

export interface NamespaceSession {
  readonly status: ConnectionStatus
  /** The active one of the namespace's connections. */
  readonly connectionId?: string | undefined
  /** The active one of that connection's accounts. */
  readonly accountId?: AccountId | undefined
}

/** A wallet used lately. A connector that holds several sessions has one for each wallet name. */
export interface RecentWallet {
  readonly connectorId: string
  readonly name: string
  readonly icon?: string | undefined
}

export interface SessionState {
  readonly connections: readonly ConnectionRecord[]
  readonly namespaces: Readonly<Record<string, NamespaceSession>>
  readonly activeNamespace: NamespaceId | undefined
  /** Newest first, at most two. */
  readonly recent: readonly RecentWallet[]
  /** True once taking up earlier sessions has ended, well or not. */
  readonly restored: boolean
}

export interface ConnectOptions {
  readonly connectorId: string
  /** Default: every namespace of the connector that the host lists. */
  readonly namespaces?: readonly NamespaceId[] | undefined
  readonly signal?: AbortSignal | undefined
  /** The pairing uri, for connectors that have one. */
  readonly onUri?: ((uri: string) => void) | undefined
}

export interface DisconnectOptions {
  /** The connection to end. */
  readonly connectionId?: string | undefined
  /** End the active connection of this namespace, with all the namespaces it spans. */
  readonly namespace?: NamespaceId | undefined
}

export interface SessionService {
  readonly state: SessionState
  /**
   * Connects a wallet and makes it active in the namespaces it grants. A connector that can hold several sessions adds
   * one; any other has its earlier connection replaced.
   * @throws ConnectorError `CONNECTOR_NOT_FOUND`, `ADAPTER_NOT_FOUND` when no plugin adds the namespaces asked for,
   *   `NAMESPACE_NOT_FOUND`, `USER_REJECTED`, `CONNECTION_INVALID`, or what the connector throws.
   */
  connect(options: ConnectOptions): Promise<ConnectionRecord>
  /**
   * Ends one connection, or all when neither id nor namespace is given. State is cleared even when the wallet fails.
   * @throws ConnectorError `DISCONNECT_FAILED` when the wallet's side could not be ended.
   */
  disconnect(options?: DisconnectOptions): Promise<void>
  setActiveNamespace(namespace: NamespaceId): void
  /** Makes one of the namespace's connections, and one of its accounts, the active one. */
  setActiveAccount(options: { namespace: NamespaceId; connectionId: string; accountId?: AccountId }): void
  /** Takes the wallets of a connector off the list of recent ones; with a name, only the wallet of that name. */
  forgetRecent(connectorId: string, name?: string): void
  activeConnection(namespace: NamespaceId): ConnectionRecord | undefined
  activeAccount(namespace: NamespaceId): Account | undefined
  /**
   * The address that storage names for the namespace, while its wallet is being asked and no other one. Only where the
   * storage adapter sets `showsAccounts`. Nothing has confirmed it: show it, and use it for nothing else.
   */
  claimedAddress(namespace: NamespaceId): string | undefined
  /** The live connection behind a record. */
  connection(connectionId: string): Connection | undefined
  /**
   * What the wallet offers for the namespace, typed by the namespace's own key. Its functions reject with
   * `CONNECTION_NOT_FOUND` once the wallet has left.
   */
  provider<T>(key: ProviderKey<T>): T | undefined
}

export const Session = token<SessionService>('latchkey.session')

export const ConnectFailed = event<{
  readonly connectorId: string
  readonly code: string
  readonly message: string
}>('CONNECT_ERROR')

export const ConnectDeclined = event<{ readonly connectorId: string }>('USER_REJECTED')
