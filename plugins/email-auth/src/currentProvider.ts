/** EIP-1193, as far as it is handed on. */
export interface ConnectedProvider {
  request(request: { readonly method: string; readonly params?: unknown }): Promise<unknown>
  on(event: string, listener: (payload: unknown) => void): void
  removeListener(event: string, listener: (payload: unknown) => void): void
}

/** The features of Wallet Standard that are passed on. */
export interface ConnectedStandardWallet {
  readonly chains: readonly string[]
  readonly accounts: readonly {
    readonly address: string
    readonly publicKey: Uint8Array
    readonly chains: readonly string[]
  }[]
  readonly features: Readonly<Record<string, unknown>>
}

/** The wallet while someone is logged in. Written by the connection, read by what is announced. */
export interface CurrentProvider {
  /** On EVM networks. */
  provider?: ConnectedProvider | undefined
  /** On Solana. */
  standard?: ConnectedStandardWallet | undefined
  /** Ends both the connection and the login. */
  logOut?: (() => Promise<void>) | undefined
  readonly listeners: Set<() => void>
}
