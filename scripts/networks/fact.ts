/** A harmless question, and how the right answer is told from another one. */
export type Question =
  /** A node of an EVM chain, asked for its chain id. */
  | { readonly kind: 'evm'; readonly chainId: number }
  /** A contract, asked of the chain's nodes: that it has code, or what one of its functions without parameters answers. */
  | { readonly kind: 'contract'; readonly address: string; readonly call?: ContractCall }
  | { readonly kind: 'solana' | 'esplora' | 'polkadot'; readonly genesis: string }
  /** A service that pages ask: any answer without an error, or one that it wants a key where it is known to. */
  | { readonly kind: 'service'; readonly wantsKey?: true }
  /** A page that a person opens. One of the same host is wanted where `stays` says so. */
  | { readonly kind: 'page'; readonly stays?: true }

/** A function without parameters, by its selector. */
export interface ContractCall {
  readonly data: `0x${string}`
  /** Texts of which the answer holds one, in hexadecimal. */
  readonly holds: readonly string[]
}

/** Something outside that the packages name. */
export interface Fact {
  /** Key of the fact's answers. It stays the same while the packages name the same address. */
  readonly id: string
  /** Where to ask; of several, the first that answers counts. */
  readonly urls: readonly string[]
  readonly question: Question
  /** Where it was read. */
  readonly source: string
  /** The day on which it was read, `2026-11-29`. */
  readonly read: string
  /** Packages use it without being told to: a release looks at when it last answered. */
  readonly isDefault: boolean
}
