import type { NetworkId } from '../caip.js'
import { capabilityToken } from './capabilityToken.js'
import type { TokenReference } from './amount.js'

export interface TokenFactsRequest {
  readonly networkId: NetworkId
  /** Of the token: contract, mint or asset id in the namespace's own form. */
  readonly token: string
  /** The account whose token it is. */
  readonly address: string
  readonly signal?: AbortSignal
}

/** Reads a token's own description from the chain. Anyone can make a token that says anything: show its address. */
export interface TokenFactsCapability {
  /**
   * Symbol, name and decimals, as single lines of at most 64 visible characters.
   *
   * @throws BaseError `TOKEN_NOT_FOUND` when nothing at the address works as a token; NetworkError when no endpoint answers.
   */
  read(request: TokenFactsRequest): Promise<TokenReference>
}

export const TokenFacts = capabilityToken<TokenFactsCapability>('latchkey.capability.tokenFacts/1', ['read'])
