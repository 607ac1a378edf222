import { type Account, type Network, type NetworkId, token } from '@latchkey/kernel/plugin'
import type { TokenReference } from '@latchkey/kernel/contracts'
import type { ReceiveParams } from './receiveRoutes.js'

/** What the person asks for. */
export interface ReceiveState {
  /** The network that was chosen; `undefined` while it is the active one. */
  readonly networkId: NetworkId | undefined
  /** Whole units, a decimal string with a point; `''` when the payer decides. */
  readonly amount: string
  /** `undefined` for the native coin. */
  readonly token: TokenReference | undefined
}

/** A network on which an account can be paid. */
export interface ReceiveNetwork {
  readonly network: Network
  /** The address as this network writes it. */
  readonly address: string
}

export interface ReceiveRequest {
  readonly account: Account
  readonly networkId: NetworkId
  /** Whole units, a decimal string with a point. `''`, `undefined` and zero: the payer decides. */
  readonly amount?: string
  readonly token?: TokenReference
}

export interface ReceiveLink {
  /** The address as the network writes it. */
  readonly address: string
  /** A payment link (EIP-681, Solana Pay, BIP-21). Absent where the namespace has none, or nothing is asked for. */
  readonly uri?: string
}

export interface ReceiveService {
  readonly state: ReceiveState
  setNetwork(networkId: NetworkId): void
  setAmount(amount: string): void
  /** A token belongs to its network, which becomes the chosen one. */
  setToken(networkId: NetworkId, token: TokenReference | undefined): void
  /** Takes what a view was opened with. The same parameters a second time change nothing. */
  take(params: ReceiveParams | undefined): void
  /** Which parts a link of the network can name. */
  offers(networkId: NetworkId): { readonly amounts: boolean; readonly tokens: boolean }
  /**
   * Networks on which the account can be paid, the active one first. For a smart account only the active one: the same
   * address may belong to nobody elsewhere.
   */
  networks(account: Account): Promise<readonly ReceiveNetwork[]>
  /** Tokens that can be asked for: the host's, then those the account holds. */
  tokens(networkId: NetworkId, address: string): Promise<readonly TokenReference[]>
  /**
   * What the QR code holds. Without amount and token it is the plain address, which every scanner reads.
   * @throws BaseError `RECEIVE_NETWORK` when the account cannot be paid there, `RECEIVE_AMOUNT` when the amount does
   *   not exist in the asset, `PAYMENT_REQUEST_INVALID` when the namespace has no link for what is asked; NetworkError
   *   `NETWORK_UNDEFINED` when the app does not list the network, `CHAIN_NOT_SUPPORTED` when no plugin adds its chain.
   */
  link(request: ReceiveRequest): Promise<ReceiveLink>
}

export const Receive = token<ReceiveService>('latchkey.receive')
