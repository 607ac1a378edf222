import * as z from 'zod/mini'

const rpcError = z.object({
  code: z.number().check(z.int()),
  message: z.string(),
  data: z.optional(z.unknown()),
})

/** What a node may answer (JSON-RPC 2.0, section 5): an id, and a result or an error, never both. */
export const rpcAnswer = z
  .object({
    jsonrpc: z.literal('2.0', { error: 'expected JSON-RPC 2.0' }),
    id: z.union([z.string(), z.number(), z.null()]),
    result: z.optional(z.unknown()),
    error: z.optional(rpcError),
  })
  .check(
    z.refine((answer) => 'result' in answer !== (answer.error !== undefined), {
      error: 'expected a result or an error',
    }),
  )
