/** EIP-1193, as far as it is handed on. */
export interface ConnectedProvider {
  request(request: { readonly method: string; readonly params?: unknown }): Promise<unknown>
  on(event: string, listener: (payload: unknown) => void): void
  removeListener(event: string, listener: (payload: unknown) => void): void
}

/** The EVM provider of the wallet while someone is logged in. Written by the connection, read by what is announced. */
export interface CurrentProvider {
  provider: ConnectedProvider | undefined
  readonly listeners: Set<() => void>
}
