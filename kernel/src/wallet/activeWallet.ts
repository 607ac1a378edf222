import type { AccountId, NamespaceId, NetworkId } from '../contracts/caip.js'
import type { Network } from '../contracts/network.js'
import type { Account } from '../contracts/points/connector.js'
import type { NamespaceContribution } from '../contracts/points/namespace.js'
import type { BaseError } from '../errors/base.js'
import type { ProviderKey } from '../keys/providerKey.js'
import { type AnyToken, type Token, token } from '../keys/token.js'
import type { ConnectionRecord } from './session/sessionState.js'

/** What the wallet fills into a request. */
type Filled = 'account' | 'from' | 'networkId' | 'provider'

type BoundFunction<F> = F extends (request: infer R, ...rest: infer A) => infer X
  ? R extends { readonly provider: unknown }
    ? Record<never, never> extends Omit<R, Filled>
      ? (request?: Omit<R, Filled>, ...rest: A) => X
      : (request: Omit<R, Filled>, ...rest: A) => X
    : F
  : F

/** A capability whose requests need neither account nor network nor provider any more: the wallet fills them in. */
export type Bound<T> = { readonly [K in keyof T]: BoundFunction<T[K]> }

/** Which account of which connection on which network: plain data, for work that must outlast a change of wallet. */
export interface WalletTarget {
  readonly namespace: NamespaceId
  readonly connectionId: string
  /** In the namespace's own form. */
  readonly address: string
  readonly networkId: NetworkId
}

/** Which account is looked for, and on which network it is to be used. */
export type WalletQuestion = Omit<WalletTarget, 'connectionId'> & Partial<Pick<WalletTarget, 'connectionId'>>

/** One account of a connected wallet on one network, with what it can do there. */
export interface ActiveWallet {
  readonly namespace: NamespaceId
  readonly account: Account
  /** CAIP-10 of the account on `networkId`. */
  readonly accountId: AccountId
  readonly networkId: NetworkId
  /** Absent while the wallet is on a network that the host doesn't list. */
  readonly network: Network | undefined
  readonly connection: ConnectionRecord
  /** What the namespace's plugin says of it: label, networks, rules of addresses. */
  readonly contribution: NamespaceContribution
  readonly target: WalletTarget
  /**
   * The capability with account, network and provider filled in where a request leaves them out; `undefined` when the chain or the wallet doesn't have it,
   * and `refusal` then says why. What it returns may be kept and called later: its functions
   * reject with `CONNECTION_NOT_FOUND` once the wallet has left.
   */
  use<T>(token: Token<T>): Bound<T> | undefined
  /** Why `use` returns `undefined` for this capability, as a sentence with a code. `undefined` when it doesn't. */
  refusal(token: AnyToken): BaseError | undefined
  /**
   * The wallet's own provider, for SDKs. Its functions, and those of what an SDK makes of it, reject with
   * `CONNECTION_NOT_FOUND` once the wallet has left. `undefined` for a key of another namespace, or when the wallet offers
   * something of another form.
   */
  provider<T>(key: ProviderKey<T>): T | undefined
}

/**
 * The door between features and wallets: the one place where account, network, provider and capability are joined.
 */
export interface WalletsService {
  /** @param namespace Default the active one. `undefined` when no wallet is connected there. */
  active(namespace?: NamespaceId): ActiveWallet | undefined
  /** The active wallet of every namespace where one is connected. */
  list(): readonly ActiveWallet[]
  /**
   * The wallet of an earlier `target`. Without a `connectionId`, the wallet that has the account, the namespace's active
   * one before others. `undefined` once the connection or the account is gone.
   */
  find(target: WalletQuestion): ActiveWallet | undefined
  /**
   * Why there is no wallet although one is connected: `LOAD_FAILED` when the code for it could not be loaded. It is tried
   * again whenever a wallet is asked for. Only where a plugin brings a session of its own; the kernel's own session
   * connects nothing without that code.
   */
  readonly problem: BaseError | undefined
  /** What a chain can do without a wallet. `undefined` when no plugin adds its namespace, or the namespace can't. */
  chain<T>(id: NetworkId | NamespaceId, token: Token<T>): T | undefined
  /** The namespace of a network or of an account, as its plugin describes it. */
  namespace(id: NamespaceId | NetworkId | AccountId): NamespaceContribution | undefined
  /**
   * Calls the listener with the active wallet at once, and whenever its account, network, connection or capabilities
   * change. Returns how to stop.
   *
   * @param namespace Default the active one, whichever that is.
   */
  follow(listener: (wallet: ActiveWallet | undefined) => void, namespace?: NamespaceId): () => void
  /** Calls the listener whenever a wallet of any namespace may have changed. Returns how to stop. */
  subscribe(listener: () => void): () => void
}

export const Wallets = token<WalletsService>('latchkey.wallets')
