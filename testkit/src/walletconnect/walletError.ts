/** What the wallet answers instead of a result: a JSON-RPC error the dapp sees with this code and text. */
export class WalletError extends Error {
  override readonly name = 'WalletError'

  constructor(
    readonly code: number,
    message: string,
    options?: { readonly cause?: unknown },
  ) {
    super(message, options)
  }
}

/** JSON-RPC 2.0, section 5.1: the parameters are not what the method takes. */
export function invalidParameters(method: string, cause?: unknown): WalletError {
  return new WalletError(-32602, `The parameters of "${method}" are not as specified.`, { cause })
}

/** EIP-1193, section "Provider Errors": the wallet does not hold the account. */
export function unknownAccount(address: string): WalletError {
  return new WalletError(4100, `The wallet does not hold the account "${address}".`)
}

/** EIP-1193, section "Provider Errors": the wallet has no such method. */
export function unsupportedMethod(method: string): WalletError {
  return new WalletError(4200, `The wallet does not support "${method}".`)
}
