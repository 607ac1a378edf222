/** An error as dapps know it: EIP-1193, section "RPC Errors". */
export function createProviderRpcError(code: number, message: string, data?: object): Error {
  return Object.assign(new Error(message), { name: 'ProviderRpcError', code, ...(data && { data }) })
}
