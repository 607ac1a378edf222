import { createInterface } from 'node:readline'
import { PassThrough, type Readable } from 'node:stream'
import { ErrorCode, JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js'
import * as z from 'zod/mini'

/** An answer to what is no request. Its id is null where the text has none, as JSON-RPC wants it. */
export interface Refusal {
  readonly jsonrpc: '2.0'
  readonly id: string | number | null
  readonly error: { readonly code: number; readonly message: string }
}

const identified = z.object({ id: z.union([z.string(), z.number()]) })

/**
 * Passes on the lines that are messages of JSON-RPC, and has each other one answered by an error. The SDK says nothing to those, so
 * that whoever asks would wait.
 */
export function refuseMalformed(input: Readable, answer: (refusal: Refusal) => void): Readable {
  const messages = new PassThrough()
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })
  lines.on('line', (line) => {
    if (line.trim() === '') return
    const refusal = refusalOf(line)
    if (refusal) answer(refusal)
    else messages.write(`${line}\n`)
  })
  lines.once('close', () => messages.end())
  return messages
}

function refusalOf(line: string): Refusal | undefined {
  let message: unknown
  try {
    message = JSON.parse(line)
  } catch {
    return refuse(
      null,
      ErrorCode.ParseError,
      'Expected one message of JSON-RPC on each line, received no JSON.',
    )
  }
  if (JSONRPCMessageSchema.safeParse(message).success) return undefined
  const { data } = identified.safeParse(message)
  return refuse(
    data?.id ?? null,
    ErrorCode.InvalidRequest,
    'Expected a message of JSON-RPC 2.0 with "jsonrpc", a "method", and "params" that are an object.',
  )
}

const refuse = (id: Refusal['id'], code: number, message: string): Refusal => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
})
