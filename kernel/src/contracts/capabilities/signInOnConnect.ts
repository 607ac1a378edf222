import type { AccountId, NetworkId } from '../caip.js'
import { token } from '../../keys/token.js'

/** What one sign-in of several accounts says: the members of CAIP-122, with chains as CAIP-2 ids. */
export interface ConnectSignInRequest {
  readonly domain: string
  readonly uri: string
  readonly version: '1'
  readonly nonce: string
  readonly chainIds: readonly NetworkId[]
  /** RFC 3339 date-times. */
  readonly issuedAt: string
  readonly expirationTime?: string
  readonly notBefore?: string
  readonly statement?: string
  readonly requestId?: string
  readonly resources?: readonly string[]
}

/** What came back of it: CACAOs (CAIP-74) of a wallet session, or one text's signature. */
export type ConnectSignInAnswer =
  | { readonly cacaos: readonly unknown[] }
  | {
      readonly signed: {
        readonly accountId: AccountId
        readonly signature: string
        readonly signatureType?: string
      }
    }

export interface ConnectSignIn {
  readonly request: ConnectSignInRequest
  /** The text an account of the asked chains signs. For wallets that sign texts themselves. */
  message(accountId: AccountId): string
  /**
   * Stores every session, or none.
   * @throws what the storage refuses with: the connector ends the connection and rejects with the same error.
   */
  complete(answer: ConnectSignInAnswer): Promise<void>
  /** The wallet connected without signing, or not at all: the ordinary way follows. Idempotent. */
  abandon(): void
}

/**
 * For connectors whose wallet signs in while it connects: one approval for both. Provided by the sign-in plugin;
 * a connector lists it under `optional` and connects in the ordinary way without it.
 */
export interface SignInOnConnectService {
  /**
   * Starts a sign-in and shows that one is under way. Undefined when it cannot be one step: a chain that is not
   * eip155, or none. Call it once per connect, and end it with `complete` or `abandon`.
   */
  prepare(request: {
    readonly networkIds: readonly NetworkId[]
    readonly signal: AbortSignal
  }): Promise<ConnectSignIn | undefined>
}

export const SignInOnConnect = token<SignInOnConnectService>('latchkey.signInOnConnect')
