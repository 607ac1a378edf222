import type { ExtensionPoint } from '../../keys/extensionPoint.js'
import type { NetworkId } from '../caip.js'
import type { TokenReference } from '../capabilities/amount.js'

/** An account on a network, in the namespace's own form. */
export interface TokenHolder {
  readonly networkId: NetworkId
  readonly address: string
}

/** Keeps the tokens that a person added to an account, and those that they don't want to see in it. */
export interface TokenKeeper {
  readonly id: string
  /** The tokens kept for an account. Called with each reading of its holdings. */
  list(holder: TokenHolder): readonly TokenReference[]
  /** Whether the person hid a token. It's then left out of all holdings and of every total. */
  hides(holder: TokenHolder, token: string): boolean
  /**
   * Reads a token from the chain and keeps it. Call it only after the person has agreed: to a wallet's question (EIP-747), or by a button.
   *
   * @throws BaseError `TOKEN_NOT_FOUND`; NetworkError when no endpoint answers
   */
  keep(holder: TokenHolder, token: string): Promise<TokenReference>
}

/** Keeps tokens that a person adds. Without an entry no tokens are kept, and wallets that ask for it are refused. */
// Without a policy: only code that is loaded late reads the list.
export const TokenKeepers: ExtensionPoint<TokenKeeper> = { id: 'latchkey.tokenKeepers' }
