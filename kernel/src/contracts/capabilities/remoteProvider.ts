import type { BaseError } from '../../errors/base.js'
import { capabilityToken } from './capabilityToken.js'
import type { NetworkId } from '../caip.js'
import type { Network } from '../network.js'
import type { Account, AccountKind } from '../points/connector.js'

/** One namespace of a session with a wallet elsewhere, which takes JSON-RPC requests and nothing else. */
export interface RemoteSession {
  /** What the wallet calls itself, cut and freed of invisible characters. */
  readonly walletName: string
  /** What the wallet said of itself with the session (CAIP-25). Not checked. */
  readonly properties: { readonly sessionProperties?: unknown; readonly scopedProperties?: unknown }
  /** The host's networks of the namespace. */
  readonly networks: readonly Network[]
  /** Node addresses by CAIP-2 id. */
  readonly rpcUrls: Readonly<Record<string, string>>
  /** The accounts shared now, the one in use first. */
  accounts(): readonly Account[]
  /** The current network. @throws BaseError `NETWORK_NOT_APPROVED` when the wallet shares none any more */
  networkId(): NetworkId
  /** Networks on which the wallet shares an account. */
  networkIds(): readonly NetworkId[]
  /** JSON-RPC methods that the wallet approved. */
  methods(): readonly string[]
  /**
   * Asks the wallet.
   *
   * @param networkId Default the current one.
   * @throws BaseError by the wallet's code; `METHOD_NOT_APPROVED`, `NETWORK_NOT_APPROVED`, `SESSION_ENDED`
   */
  request(
    request: { readonly method: string; readonly params?: unknown },
    networkId?: NetworkId,
  ): Promise<unknown>
  /** Makes a network current; the wallet is asked for one that its session lacks. */
  switchNetwork(networkId: NetworkId): Promise<void>
  /** Calls the listener after every change, and with the reason when the session ends. Returns how to stop. */
  subscribe(listener: (ended?: BaseError) => void): () => void
}

/** What makes a namespace's own provider out of a session. */
export interface RemoteAdapter {
  /** Returns the provider in the form of the namespace's provider key. */
  createProvider(session: RemoteSession): unknown
  /** What kind of account an address is. Default `eoa`. */
  kindOf?(address: string): AccountKind
}

/**
 * How a namespace's wallets are reached over a session that takes JSON-RPC requests, such as WalletConnect's. A namespace
 * without it gets the session's plain `request`.
 */
export interface RemoteProviderCapability {
  /** Loads the adapter, when a wallet is connected in this way. */
  load(): Promise<RemoteAdapter>
}

export const RemoteProvider = capabilityToken<RemoteProviderCapability>(
  'latchkey.capability.remoteProvider/1',
  ['load'],
)
