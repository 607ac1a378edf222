import type { AccountKind, ListenRequest } from '@latchkey/kernel/contracts'
import { type Connection, type ConnectRequest, token } from '@latchkey/kernel/plugin'
import type { Eip1193Provider } from './provider.js'

/** How a connector reaches a wallet that speaks EIP-1193. */
export interface WalletAccess {
  readonly name: string
  /** The wallet now; `undefined` while the page has none. */
  provider(): Eip1193Provider | undefined
  /** What all of its accounts are. Default `eoa`. */
  readonly kind?: AccountKind | undefined
}

/**
 * Makes connections of wallets that speak EIP-1193, for connectors of other plugins: accounts and networks are read and checked,
 * followed, and let go, as for wallets of the page.
 */
export interface Eip155ConnectionsService {
  /** Loads what connecting needs, so that a wallet's window opens within the click. */
  prepare(): Promise<unknown>
  /**
   * Asks the wallet for its accounts.
   *
   * @throws ConnectorError `WALLET_NOT_FOUND`, `WALLET_NO_ACCOUNTS`, `WALLET_ANSWER_INVALID`; UserRejectedError; RpcError
   */
  connect(wallet: WalletAccess, request: ConnectRequest): Promise<Connection>
  /** Takes up what the wallet still shares, and asks nobody. `undefined` where it shares nothing. */
  restore(wallet: WalletAccess, request: ConnectRequest): Promise<Connection | undefined>
  /** Listens to a wallet that shares nothing, for a connector's `listen`. Asks it nothing. */
  listen(wallet: WalletAccess, request: ListenRequest): void | Promise<void>
}

export const Eip155Connections = token<Eip155ConnectionsService>('eip155.connections', {
  package: '@latchkey/plugin-eip155',
})
