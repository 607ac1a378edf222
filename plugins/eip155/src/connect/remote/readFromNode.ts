import { nodeErrorFrom } from '@latchkey/kernel/chain'
import type { HttpService } from '@latchkey/kernel/plugin'
import type { RemoteSession } from '@latchkey/kernel/contracts'
import * as z from 'zod/mini'

const answerSchema = z.object({
  result: z.optional(z.unknown()),
  error: z.optional(z.object({ code: z.number(), message: z.string(), data: z.optional(z.unknown()) })),
})

/** Asks the app's own node for the network the session is on. Without such a node, the session says that it cannot be asked. */
export async function readFromNode(
  session: RemoteSession,
  http: HttpService,
  method: string,
  params: unknown,
): Promise<unknown> {
  const url = session.rpcUrls[session.networkId()]
  if (url === undefined) return session.request({ method, params })
  const answer = await http.request({
    url,
    method: 'POST',
    body: { jsonrpc: '2.0', id: 1, method, params },
    schema: answerSchema,
    what: 'The node',
  })
  if (answer.error) throw nodeErrorFrom(answer.error)
  return answer.result
}
