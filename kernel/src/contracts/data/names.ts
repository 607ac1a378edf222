import type { SignedMessage } from '../capabilities/signMessage.js'
import type { Account } from '../points/connector.js'
import type { Identity } from '../capabilities/identity.js'
import type { NetworkId } from '../caip.js'
import { token } from '../../keys/token.js'
import type { DataSource } from './source.js'

/** Name and avatar of addresses, and addresses of names, from the chain's own name service or a data service. */
export interface NamesService {
  /** Whether any source knows names on the network. */
  supports(networkId: NetworkId): boolean
  /**
   * Name and picture of an address; empty when it has none. Kept for 5 minutes.
   * @throws BaseError when no source answers.
   */
  lookup(request: { networkId: NetworkId; address: string; signal?: AbortSignal }): Promise<Identity>
  /**
   * The address a name stands for on the network, or `undefined`. Not kept: money goes there. A name without a normal
   * form (ENSIP-15) stands for nothing.
   * @throws BaseError when the one source that may say does not answer.
   */
  resolve(request: { networkId: NetworkId; name: string; signal?: AbortSignal }): Promise<string | undefined>
  /** Like `resolve`, and says who answered, which is shown to the person before they pay. */
  find?(request: { networkId: NetworkId; name: string; signal?: AbortSignal }): Promise<FoundName | undefined>
}

export interface FoundName {
  /** In normal form (ENSIP-15). */
  readonly name: string
  readonly address: string
  /** The chain, or a service that the host named for the name's zone. */
  readonly source: DataSource
  /** Host of the service: `data.example`. */
  readonly host?: string
}

export const Names = token<NamesService>('latchkey.walletData.names', {
  package: '@latchkey/plugin-wallet-data',
})

export interface NameSuggestion {
  /** The whole name, with its zone: `nora.latchkey.id`. */
  readonly name: string
  readonly isRegistered: boolean
}

export interface RegisterNameRequest {
  /** The whole name, with its zone. */
  readonly name: string
  readonly networkId: NetworkId
  readonly account: Account
  /** Asks the account's wallet to sign the registration. @throws ConnectorError `USER_REJECTED` when the person declines. */
  sign(message: string): Promise<SignedMessage>
  readonly signal?: AbortSignal
}

/** A registry where people take a name. Provided only when a service that keeps one is configured. */
export interface NameRegistryService {
  /** What follows the chosen part: `latchkey.id`. */
  readonly zone: string
  /** Whether accounts of the network can take a name. Default: those of every network. */
  supports?(networkId: NetworkId): boolean
  /** Up to five, the exact one first. */
  suggest(part: string, signal?: AbortSignal): Promise<readonly NameSuggestion[]>
  /** The names an address owns in the registry. */
  owned(address: string, signal?: AbortSignal): Promise<readonly string[]>
  /** Opens the wallet for the signature. @throws BaseError with the service's reason; UserRejectedError. */
  register(request: RegisterNameRequest): Promise<void>
}

export const NameRegistry = token<NameRegistryService>('latchkey.walletData.nameRegistry', {
  package: '@latchkey/plugin-wallet-data',
})
