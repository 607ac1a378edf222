import type { NetworkId } from '../caip.js'
import type { Account } from '../points/connector.js'
import { capabilityToken } from './capabilityToken.js'

/** What a sign-in text is to say (CAIP-122). The wallet writes the text; members that are absent are its own affair. */
export interface SignInInput {
  /** RFC 3986 authority that asks. */
  readonly domain?: string
  readonly address?: string
  readonly statement?: string
  readonly uri?: string
  readonly version?: string
  /** As the namespace prints it: a cluster name on Solana. */
  readonly chainId?: string
  /** From the server that verifies the answer. */
  readonly nonce?: string
  /** RFC 3339 date-times. */
  readonly issuedAt?: string
  readonly expirationTime?: string
  readonly notBefore?: string
  readonly requestId?: string
  readonly resources?: readonly string[]
}

export interface SignInRequest {
  readonly account: Account
  readonly networkId: NetworkId
  /** What `Connection.provider(namespace)` answered. */
  readonly provider: unknown
  readonly input: SignInInput
}

export interface SignedIn {
  /** The account that signed in. */
  readonly address: string
  /** The text that was signed. */
  readonly message: string
  /** The bytes that were signed: `message` in UTF-8, or what a hardware wallet puts around it. */
  readonly signedMessage: Uint8Array
  /** In the encoding the namespace's verifiers expect. */
  readonly signature: string
  /** What kind of signature it is: `ed25519` … */
  readonly type: string
}

/** Signs in with the wallet's own feature: one approval that shows who asks, instead of a text to sign. */
export interface SignInCapability {
  /**
   * Every member of the input is compared with the text that was signed, and the signature with the account. The
   * server must verify again.
   *
   * @throws ConnectorError `USER_REJECTED` when the person declines, or what the namespace's plugin throws.
   */
  signIn(request: SignInRequest): Promise<SignedIn>
}

export const SignIn = capabilityToken<SignInCapability>('latchkey.capability.signIn/1', ['signIn'])
