import { type Account, type NetworkId, token } from '@latchkey/kernel/plugin'
import type { SignerPayloadJSON } from '@polkadot/types/types'

export interface SignPayloadRequest {
  readonly account: Account
  readonly networkId: NetworkId
  readonly provider: unknown
  /** Fields in hex, as `SignerPayload.toPayload()` of @polkadot/types makes them, for the network's genesis hash. */
  readonly payload: Omit<SignerPayloadJSON, 'address'>
}

export interface SignedPayload {
  /** 0x hex, with the leading type byte that extrinsics carry. */
  readonly signature: `0x${string}`
  /** 0x hex of the whole extrinsic, when the wallet changed the payload: send this one. */
  readonly signedTransaction?: `0x${string}`
}

/** Signs a payload that the app built itself, with its own copy of @polkadot/api. */
export interface SignPayloadCapability {
  /**
   * @throws ConnectorError `USER_REJECTED`, `WALLET_FEATURE_MISSING`, `WALLET_ANSWER_INVALID`;
   *   BaseError `TRANSACTION_INVALID` when the payload is for another chain than the network.
   */
  sign(request: SignPayloadRequest): Promise<SignedPayload>
}

export const SignPayload = token<SignPayloadCapability>('latchkey.capability.polkadot.signPayload/1')
