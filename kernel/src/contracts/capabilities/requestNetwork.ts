import type { NetworkId } from '../caip.js'
import { capabilityToken } from './capabilityToken.js'

/** A wallet, as far as it must be known to be asked for a network. */
export interface NetworkRequest {
  readonly networkId: NetworkId
  /** Name of the wallet, for errors. */
  readonly wallet: string
  /** Whether the wallet lets the app use a method. */
  allows(method: string): boolean
  /** Asks the wallet, which prompts. @throws BaseError by the wallet's code */
  ask(request: { readonly method: string; readonly params: unknown }): Promise<unknown>
  /** Whether the wallet has come to the network by now: asked after adding it, which selects it in many wallets. */
  isThere(): Promise<boolean>
}

/**
 * How a wallet is asked for a network it was connected without, for connections that know nothing of the namespace's own
 * methods: a session with a wallet elsewhere.
 */
export interface RequestNetworkCapability {
  /** Methods a wallet is asked by. One that allows none of them cannot be asked. */
  readonly methods: readonly string[]
  /**
   * Resolves when the wallet agreed. Whether it then does what it said is for the connection to see.
   * @throws ConnectorError `USER_REJECTED` when the person declines, `NETWORK_NOT_ADDABLE` when the wallet does not know
   *   the network and cannot be told of it; BaseError by the wallet's code.
   */
  request(request: NetworkRequest): Promise<void>
}

export const RequestNetwork = capabilityToken<RequestNetworkCapability>(
  'latchkey.capability.requestNetwork/1',
  ['request'],
)
