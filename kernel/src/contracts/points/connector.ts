import { say } from '#sentences'
import type { AccountId, NamespaceId, NetworkId } from '../caip.js'
import { extensionPoint } from '../../keys/extensionPoint.js'
import { checkShape } from '../checkShape.js'
import { Namespace } from './namespace.js'
import type { AnyToken } from '../../keys/token.js'
import type { Route } from '../../keys/route.js'
import type { Words } from '../words.js'

/**
 * Where a connector stands in the Connect view. The order of groups is the host's to change; a group of a plugin's own
 * comes after those listed here unless the host names it.
 */
export type ConnectorGroup =
  | 'walletConnect'
  | 'recent'
  | 'announced'
  | 'injected'
  | 'featured'
  | 'custom'
  | 'external'
  | 'recommended'
  | 'auth'
  | (string & {})

export type Readiness = 'installed' | 'loadable' | 'missing' | 'unsupported'

/**
 * What tells a wallet's accounts apart. The words are the namespace's own, and its plugin documents them. In every namespace
 * `watching` is an account that somebody typed to look at it: never take it for the person's own.
 */
export type AccountKind = string

export interface Account {
  /** CAIP-10. The network part is the one the account was read on; compare addresses, not ids, across networks. */
  readonly id: AccountId
  readonly namespace: NamespaceId
  /** In the form its namespace shows (EIP-55, base58, bech32, SS58 of the chain). */
  readonly address: string
  readonly kind: AccountKind
  /** The wallet's own name for the account, untrusted text. */
  readonly label?: string
  /** Hex, without prefix, where the wallet tells it (Bitcoin needs it to sign). */
  readonly publicKey?: string
  /** CAIP-2, where the account can be used. Absent: on every network of its namespace. */
  readonly networks?: readonly NetworkId[]
}

export type ApprovedNetworks = Readonly<Partial<Record<NamespaceId, readonly NetworkId[] | undefined>>>

/** What changed on the wallet's side. Only named members changed. */
export interface ConnectionChange {
  readonly accounts?: readonly Account[]
  readonly networks?: Readonly<Partial<Record<NamespaceId, NetworkId>>>
  /** A namespace given as `undefined` supports all from now on. */
  readonly approvedNetworks?: ApprovedNetworks
  /**
   * The wallet ended the connection, or shares no account any more, with the reason to show, if any. The session stays stored, and
   * the wallet is asked again without a prompt once it tells accounts ({@link ConnectorContribution.listen}), when the page comes
   * back, or when it's loaded; only the person's own disconnect forgets it. `isRevoked`: it's stored no more and not asked, because
   * the wallet took its permission back or may have, and would prompt the person. It's still taken up if it tells accounts by itself.
   */
  readonly ended?: { readonly reason?: string; readonly isRevoked?: boolean }
}

export interface ConnectRequest {
  /** Asked for; the connector grants a subset. */
  readonly namespaces: readonly NamespaceId[]
  /** CAIP-2, the host's networks in those namespaces, the preferred one of each namespace first. */
  readonly networkIds: readonly NetworkId[]
  /** Aborted when the person cancels or the kernel is disposed. */
  readonly signal: AbortSignal
  /** Called by the connector for as long as the connection lives. Calls after the end are ignored. */
  onChange(change: ConnectionChange): void
  /** Progress for connectors that pair out of band: the uri to show as a QR code or open as a link. */
  onUri?(uri: string): void
}

/** What is asked when an earlier session is taken up. */
export interface RestoreRequest extends ConnectRequest {
  /**
   * The {@link Connection.key} of the session that is wanted. Absent where its connection gave none: then the connector
   * answers with the session that it used last.
   */
  readonly key?: string
}

/** How a wallet is listened to that shares no account any more, or not yet. */
export interface ListenRequest extends Pick<RestoreRequest, 'namespaces' | 'networkIds' | 'key'> {
  /** Aborted once nobody waits for the wallet any more: remove every listener. */
  readonly signal: AbortSignal
  /** The wallet told by itself that it shares accounts, or something that may mean it. Its session is then taken up by `restore`. */
  onShared(): void
}

/** One session with one wallet. It may span namespaces, and it ends as one. */
export interface Connection {
  /**
   * Tells this session from others of the same connector, and finds it again after a reload: a WalletConnect topic, for
   * example. At most 200 characters. A connector that gives keys holds several sessions at once, and is asked to restore
   * each one. Without a key, connecting again takes the place of the session before.
   */
  readonly key?: string | undefined
  /**
   * What the wallet calls itself, where the connector learns it only with the session. Shown instead of the connector's
   * own name and picture. Untrusted: the name is made one plain line of at most 60 characters, and a picture that is not
   * an `https:` or `data:image/…` address is left out.
   */
  readonly wallet?: { readonly name: string; readonly icon?: string | undefined } | undefined
  /** How the wallet was reached. Default `browser`. */
  readonly method?: 'browser' | 'qrcode' | 'mobile' | 'email'
  readonly accounts: readonly Account[]
  /** Current network per namespace, as the wallet says; may be one that the host did not list. */
  readonly networks: Readonly<Partial<Record<NamespaceId, NetworkId>>>
  /**
   * Networks the wallet agreed to, per namespace. A namespace that is absent supports all: the wallet has them, or may be
   * asked for them.
   */
  readonly approvedNetworks?: ApprovedNetworks
  /** The wallet's own provider: EIP-1193, a Wallet Standard wallet … typed by the namespace's provider key. */
  provider(namespace: NamespaceId): unknown
  /**
   * Whether this wallet can do what the namespace's plugin can: a hardware wallet may sign no messages, a session may not
   * have approved a method. Features hide or explain what it refuses. Absent: it can do everything.
   */
  supports?(capability: AnyToken, networkId: NetworkId): boolean
  /** Absent when the wallet has no notion of a current network; the app then just changes its own. */
  switchNetwork?(networkId: NetworkId): Promise<void>
  /**
   * Asks the wallet, without any prompt, for its accounts and network, and reports what differs by `onChange`. Called when the
   * page comes back from the back/forward cache, to the front, or gets the focus: it may have slept through what the wallet
   * told. Leave it out where the wallet can't be asked.
   */
  refresh?(): Promise<void>
  /** Ends the session on the wallet's side where possible, and removes every listener. */
  disconnect(): Promise<void>
  /** Removes listeners without ending the wallet's side: the page goes away, the kernel is disposed. */
  release?(): void
}

/** A wallet of a list, for a connector that can lead to several wallets. All of it is untrusted text. */
export interface ListedWallet {
  readonly id: string
  readonly name: string
  readonly icon?: string
  /** Where it can be had. */
  readonly homepage?: string
  readonly chromeStoreId?: string
  readonly links?: {
    /** App scheme. */
    readonly native?: string
    /** An https base. */
    readonly universal?: string
    /** The wallet's app on a computer: an app scheme. */
    readonly desktop?: string
    /** The wallet as a web page: an https base. */
    readonly webapp?: string
    /** Opens a page in the wallet's own browser: `{url}`, `{ref}` (its origin) or `{hostAndPath}` stand for the page. */
    readonly inAppBrowser?: string
  }
  /** Its pages in app stores. */
  readonly stores?: {
    readonly ios?: string
    readonly android?: string
    readonly chrome?: string
    readonly firefox?: string
  }
}

/** A way to connect. Shown in the Connect view; its facts are untrusted text when a wallet announced them. */
export interface ConnectorContribution {
  readonly id: string
  readonly name: string
  /**
   * What the app calls a wallet that never said its own name, such as the one behind `window.ethereum`: it is shown instead
   * of `name`, in the person's language. Connections and recent wallets keep `name`. Leave it out where the wallet has a name.
   */
  readonly label?: Words
  readonly group: ConnectorGroup
  readonly namespaces: readonly NamespaceId[]
  /** A `data:` or `https:` picture, or how to load one. */
  readonly icon?: string | (() => Promise<string>)
  /** EIP-6963 reverse-domain id; a configured connector wins over an announced one with the same. */
  readonly rdns?: string
  /** Ids of the same wallet in directories, for matching with recents and wallet lists. */
  readonly walletId?: string
  /** A view of its own to connect in, a QR code for example. Default: the shell's `ConnectingExternal`. */
  readonly route?: Route<{
    readonly connectorId: string
    readonly namespaces?: readonly NamespaceId[]
    /** The wallet to lead to, where one was chosen from a list. */
    readonly wallet?: ListedWallet
  }>
  /** Asked when shown, never while the host builds its configuration. */
  readiness(): Readiness
  /**
   * Loads what connecting needs. Called whenever the wallet is offered to a person, so that the wallet opens within
   * the click instead of after a download. Asks the wallet nothing; a failure is logged, and connecting tries again.
   */
  prepare?(): Promise<unknown>
  /** Opens the wallet. Rejects with a `ConnectorError`; user rejection is `USER_REJECTED`. */
  connect(request: ConnectRequest): Promise<Connection>
  /**
   * Takes up an earlier session without any prompt, or answers `undefined` when there is none. A session with a key is
   * forgotten after that answer, so throw where it could only not be reached.
   */
  restore?(request: RestoreRequest): Promise<Connection | undefined>
  /**
   * Listens to a wallet that was left because it shares no account: one that is locked, above all. Asks it nothing, and opens no
   * prompt. Leave it out where the wallet tells nothing by itself; its session is then taken up when the page comes back.
   */
  listen?(request: ListenRequest): unknown
}

export const Connector = extensionPoint<ConnectorContribution>('latchkey.connector', {
  check: (connector) =>
    checkShape('latchkey.connector', connector, {
      name: 'text',
      label: 'words?',
      group: 'text',
      namespaces: 'list',
      readiness: 'function',
      connect: 'function',
      restore: 'function?',
      listen: 'function?',
      prepare: 'function?',
      rdns: 'text?',
    }),
  degrade: (connector) => ({ ...connector, readiness: () => 'unsupported' }),
  review({ namespaces }, list) {
    const listed = list(Namespace).map(({ id }) => id)
    if (namespaces.some((id) => listed.includes(id))) return undefined
    return say('unlisted', ...namespaces)
  },
})
