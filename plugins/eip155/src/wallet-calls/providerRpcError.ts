/** An error as pages know it from EIP-1193, with the numbers of EIP-1474 and EIP-5792. */
export const providerRpcError = (code: number, message: string): Error =>
  Object.assign(new Error(message), { name: 'ProviderRpcError', code })

const unknownMethod: ReadonlySet<unknown> = new Set([
  ...[4200, -32_601, -32_004],
  ...['METHOD_NOT_APPROVED', 'RPC_METHOD_NOT_FOUND', 'RPC_METHOD_NOT_SUPPORTED', 'RPC_UNSUPPORTED_METHOD'],
])

/** Whether a wallet says that it doesn't know a method. Nothing was done then. */
export function isUnknownMethod(error: unknown): boolean {
  const { code, rpcCode } = (error ?? {}) as { readonly code?: unknown; readonly rpcCode?: unknown }
  return unknownMethod.has(code) || unknownMethod.has(rpcCode)
}
