import { rpcErrorFrom } from '@latchkey/kernel/chain'

export interface RpcRequest {
  readonly method: string
  readonly params?: unknown
}

/**
 * Returns a request in the form of EIP-1193.
 *
 * @throws BaseError with the code -32600 for something else, -32602 for parameters that are no list and no object
 */
export function readRpcRequest(given: unknown): RpcRequest {
  const { method, params } = (typeof given === 'object' && given !== null ? given : {}) as Record<
    string,
    unknown
  >
  if (typeof method !== 'string' || method === '') {
    throw rpcErrorFrom({ code: -32600, message: 'A request is an object with a method.' })
  }
  if (params === undefined || params === null) return { method }
  if (typeof params !== 'object') {
    throw rpcErrorFrom({ code: -32602, message: 'The params of a request are a list or an object.' })
  }
  return { method, params }
}
