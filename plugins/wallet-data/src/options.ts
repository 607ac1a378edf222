import type { NetworkId, TokenReference } from '@latchkey/kernel/plugin'

/** Which tokens are looked for on chains that cannot list what an account holds. */
export interface TokenLists {
  /** Further tokens by network. On chains that list their tokens, what a listed one is called and looks like. */
  readonly tokens?: Readonly<Record<NetworkId, readonly TokenReference[]>> | undefined
  /** Look for the common tokens of well-known networks, too. Default true. */
  readonly commonTokens?: boolean | undefined
}

export interface WalletDataOptions extends TokenLists {}
