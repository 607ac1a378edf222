import * as z from 'zod/mini'
import { ProviderRpcError, rpcErrors } from './providerRpcError.js'

const Answer = z.union([
  z.object({ error: z.object({ code: z.int(), message: z.string(), data: z.optional(z.unknown()) }) }),
  z.object({ result: z.unknown() }),
])

/** Sends one JSON-RPC request to a chain's node. */
export type NodeRequest = (method: string, params: unknown) => Promise<unknown>

/** Errors of the node keep their code, message and data; a node that cannot be reached is 4901. */
export function createNodeRequest(chainId: number, rpcUrl: string): NodeRequest {
  let nextId = 1
  return async (method, params) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: nextId++, method, params: params ?? [] })
    const headers = { 'content-type': 'application/json' }
    let answer: unknown
    try {
      const response = await fetch(rpcUrl, { method: 'POST', headers, body })
      answer = await response.json()
    } catch (error) {
      throw rpcErrors.chainDisconnected(chainId, error instanceof Error ? error.message : String(error))
    }
    const parsed = Answer.safeParse(answer)
    if (!parsed.success)
      throw rpcErrors.internal(`The node of chain ${chainId} did not answer with JSON-RPC.`)
    if ('error' in parsed.data) {
      const { code, message, data } = parsed.data.error
      throw new ProviderRpcError(code, message, data)
    }
    return parsed.data.result
  }
}
