/** An error in the form of EIP-1193, with the codes of EIP-1474 and EIP-5792. */
export const providerRpcError = (code: number, message: string): Error =>
  Object.assign(new Error(message), { name: 'ProviderRpcError', code })

const unknownMethod: ReadonlySet<unknown> = new Set([
  ...[4200, -32_601, -32_004],
  ...['METHOD_NOT_APPROVED', 'RPC_METHOD_NOT_FOUND', 'RPC_METHOD_NOT_SUPPORTED', 'RPC_UNSUPPORTED_METHOD'],
])

/** Whether the wallet doesn't know the method, so that it can't have done anything. */
export function isUnknownMethod(error: unknown): boolean {
  const { code, rpcCode } = (error ?? {}) as { readonly code?: unknown; readonly rpcCode?: unknown }
  return unknownMethod.has(code) || unknownMethod.has(rpcCode)
}
