import type { NetworkId } from '../caip.js'
import type { Account } from '../points/connector.js'
import { capabilityToken } from './capabilityToken.js'

export interface SignMessageRequest {
  readonly account: Account
  readonly networkId: NetworkId
  /** What `Connection.provider(namespace)` answered. */
  readonly provider: unknown
  /** Text, signed as UTF-8, or bytes. */
  readonly message: string | Uint8Array
}

export interface SignedMessage {
  /** In the encoding the namespace's verifiers expect: 0x-hex on EVM and Polkadot, base58 on Solana, base64 on Bitcoin. */
  readonly signature: string
  /** What kind of signature it is: `eip191`, `ed25519`, `bip322-simple`, `ecdsa`, `sr25519` … */
  readonly type: string
  /** The bytes that were really signed, when the wallet says they differ from what was asked. */
  readonly signedMessage?: Uint8Array
}

/** Asks the wallet to sign a message. */
export interface SignMessageCapability {
  /** @throws ConnectorError `USER_REJECTED` when the person declines. */
  sign(request: SignMessageRequest): Promise<SignedMessage>
}

export const SignMessage = capabilityToken<SignMessageCapability>('latchkey.capability.signMessage/1', [
  'sign',
])
