import * as z from 'zod/mini'
import type { RpcMethod } from './rpcContext.js'
import { RpcError, rpcErrorCodes } from './rpcError.js'

const request = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.optional(z.union([z.string(), z.number(), z.null()])),
  method: z.string(),
  params: z.optional(z.union([z.array(z.unknown()), z.null()])),
})

/** One answer of JSON-RPC 2.0. */
export type JsonRpcResponse =
  | { readonly jsonrpc: '2.0'; readonly id: string | number | null; readonly result: unknown }
  | {
      readonly jsonrpc: '2.0'
      readonly id: string | number | null
      readonly error: { readonly code: number; readonly message: string; readonly data?: unknown }
    }

/**
 * Answers the text of one JSON-RPC 2.0 message, single or batch. Undefined when it held notifications only,
 * which get no answer (section 4.1).
 */
export function answerJsonRpc(
  text: string,
  findMethod: (name: string) => RpcMethod | undefined,
): JsonRpcResponse | JsonRpcResponse[] | undefined {
  let message: unknown
  try {
    message = JSON.parse(text)
  } catch {
    return failure(null, new RpcError(rpcErrorCodes.parseError, 'Parse error'))
  }
  if (!Array.isArray(message)) return answerOne(message, findMethod)
  if (message.length === 0) return failure(null, invalidRequest())
  const answers = message.flatMap((one) => answerOne(one, findMethod) ?? [])
  return answers.length > 0 ? answers : undefined
}

function answerOne(
  message: unknown,
  findMethod: (name: string) => RpcMethod | undefined,
): JsonRpcResponse | undefined {
  const parsed = z.safeParse(request, message)
  if (!parsed.success) return failure(null, invalidRequest())
  const { id, method: name, params } = parsed.data
  const answer = call(id ?? null, name, params ?? [], findMethod)
  return id === undefined ? undefined : answer
}

function call(
  id: string | number | null,
  name: string,
  parameters: readonly unknown[],
  findMethod: (name: string) => RpcMethod | undefined,
): JsonRpcResponse {
  const method = findMethod(name)
  if (!method) return failure(id, new RpcError(rpcErrorCodes.methodNotFound, 'Method not found'))
  try {
    return { jsonrpc: '2.0', id, result: method(parameters) }
  } catch (error) {
    if (error instanceof RpcError) return failure(id, error)
    const message = error instanceof Error ? error.message : String(error)
    return failure(id, new RpcError(rpcErrorCodes.internalError, `Internal error: ${message}`))
  }
}

const invalidRequest = () => new RpcError(rpcErrorCodes.invalidRequest, 'Invalid request')

const failure = (id: string | number | null, { code, message, data }: RpcError): JsonRpcResponse => ({
  jsonrpc: '2.0',
  id,
  error: { code, message, ...(data === undefined ? {} : { data }) },
})
