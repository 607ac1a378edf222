import { type NamespaceId, type NetworkId, route, token } from '@latchkey/kernel/plugin'
import type { TokenHolder, TokenReference } from '@latchkey/kernel/contracts'

/** A token that a person added to an account, or hid in it. */
export interface OwnToken extends TokenReference {
  readonly networkId: NetworkId
  /** Of the token. `holder` is the account. */
  readonly address: string
  /** The account, in the namespace's own form. */
  readonly holder: string
  /** It is left out of lists and totals. Absent for one that was added. */
  readonly isHidden?: true
}

export interface OwnTokensState {
  /** Of all accounts and networks, newest last. Survives a reload. Texts are untrusted. */
  readonly tokens: readonly OwnToken[]
}

export interface OwnTokensService {
  readonly state: OwnTokensState
  /** Whether tokens can be looked up by their address on a network. */
  supports(networkId: NetworkId): boolean
  /**
   * Reads a token's own description from the chain, and keeps nothing.
   *
   * @throws BaseError `TOKEN_NOT_FOUND` when nothing at the address works as a token; NetworkError when no endpoint answers
   */
  find(holder: TokenHolder, token: string, signal?: AbortSignal): Promise<TokenReference>
  /**
   * Reads a token and adds it to an account. A hidden one is shown again.
   *
   * @throws as `find`; BaseError `OWN_TOKENS_FULL` when an account has 200
   */
  add(holder: TokenHolder, token: string): Promise<TokenReference>
  /** Leaves a token out of the account's lists and totals. One that was added is removed from those looked for. */
  hide(holder: TokenHolder, token: TokenReference): void
  /** Takes back `add` or `hide`. */
  forget(holder: TokenHolder, token: string): void
}

/** The tokens that a person added by their address, and those that they don't want to see. */
export const OwnTokens = token<OwnTokensService>('latchkey.ownTokens', {
  package: '@latchkey/plugin-balances',
})

/** Adds tokens by their address, and hides and shows them. Opened from the tokens of the Account view. */
export const OwnTokensRoute = route<{ readonly namespace?: NamespaceId } | undefined>('OwnTokens')
