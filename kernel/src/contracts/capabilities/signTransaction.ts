import type { NetworkId } from '../caip.js'
import type { Account } from '../points/connector.js'
import { capabilityToken } from './capabilityToken.js'

export interface SignTransactionRequest {
  readonly account: Account
  readonly networkId: NetworkId
  readonly provider: unknown
  /** The namespace's own serialised form: RLP on EVM, wire bytes on Solana, a PSBT on Bitcoin. */
  readonly transaction: Uint8Array
}

/** Signs without sending, for apps that broadcast themselves. */
export interface SignTransactionCapability {
  /** Answers the signed form. The wallet may have changed the transaction: send what came back. */
  sign(request: SignTransactionRequest): Promise<Uint8Array>
}

export const SignTransaction = capabilityToken<SignTransactionCapability>(
  'latchkey.capability.signTransaction/1',
  ['sign'],
)
