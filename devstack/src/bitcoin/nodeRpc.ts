import * as z from 'zod/mini'
import { DevstackError } from '../devstackError.js'

/** The node understood the call and refused it. The code and text are Core's. */
export class NodeRpcError extends Error {
  override readonly name = 'NodeRpcError'
  readonly rpcCode: number

  constructor(rpcCode: number, message: string) {
    super(message)
    this.rpcCode = rpcCode
  }
}

/** Calls the node and reads the answer with `schema`. Throws {@link NodeRpcError} or {@link DevstackError}. */
export type NodeRpc = <T extends z.ZodMiniType>(
  method: string,
  parameters: readonly unknown[],
  schema: T,
) => Promise<z.infer<T>>

const answer = z.object({
  result: z.unknown(),
  error: z.nullable(z.object({ code: z.number(), message: z.string() })),
})

/** Connects to the node at `url` with the content of its cookie file. */
export function createNodeRpc(url: string, cookie: string): NodeRpc {
  const authorization = `Basic ${Buffer.from(cookie.trim()).toString('base64')}`
  return async (method, parameters, schema) => {
    const body = JSON.stringify({ jsonrpc: '1.0', id: 1, method, params: parameters })
    // A kept connection would make the node wait for it when it is told to end.
    const headers = { authorization, connection: 'close' }
    const response = await fetch(url, { method: 'POST', headers, body }).catch((cause) => {
      throw new DevstackError(
        'NODE_UNREACHABLE',
        'The Bitcoin node does not answer. It may have been stopped.',
        {
          cause,
        },
      )
    })
    const { result, error } = answer.parse(await response.json())
    if (error) throw new NodeRpcError(error.code, error.message)
    return schema.parse(result) as z.infer<typeof schema>
  }
}
