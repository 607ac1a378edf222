import { describe, expect, it } from 'vitest'
import cosmjs from '../../vectors/jsonrpc/parse_cosmjs.json' with { type: 'json' }
import metamask from '../../vectors/jsonrpc/shapes_metamask_utils.json' with { type: 'json' }
import specification from '../../vectors/jsonrpc/spec_examples.json' with { type: 'json' }
import { rpcAnswer } from './rpcAnswer.js'

/** A recorded value; `{ undefined: true }` stands for undefined. */
function plain(value: any): any {
  if (typeof value !== 'object' || value === null) return value
  if (value.undefined === true) return undefined
  if (Array.isArray(value)) return value.map(plain)
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]))
}

function read(value: unknown): 'result' | 'error' | 'refused' {
  const parsed = rpcAnswer.safeParse(value)
  if (!parsed.success) return 'refused'
  return parsed.data.error ? 'error' : 'result'
}

/** How each shape reaches us: as an answer, or inside of one. We read no requests: nobody asks this plugin. */
const shapes: Record<string, ((value: any, valid: boolean) => void) | 'not ours'> = {
  json_rpc_response: (value, valid) => expect(read(value) !== 'refused').toBe(valid),
  json_rpc_success: (value, valid) => expect(read(value) === 'result').toBe(valid),
  json_rpc_failure: (value, valid) => expect(read(value) === 'error').toBe(valid),
  json_rpc_error: (error, valid) => expect(read({ jsonrpc: '2.0', id: 1, error }) === 'error').toBe(valid),
  json_rpc_pending_response: 'not ours',
  json_rpc_request: 'not ours',
  json_rpc_notification: 'not ours',
  json: 'not ours',
}

describe('answers of JSON-RPC', () => {
  it.each(metamask.cases)('MetaMask: $id', ({ shape, value, valid }: any) => {
    const check = shapes[shape]
    expect(check).toBeDefined()
    if (typeof check === 'function') check(plain(value), valid)
  })

  it.each(cosmjs.cases)('CosmJS: $desc $args', ({ op, args, throws = false }: any) => {
    const answer = read(plain(args[0]))
    if (op === 'parseJsonRpcResponse') return expect(answer === 'refused').toBe(throws)
    if (op === 'parseJsonRpcSuccessResponse') return expect(answer === 'result').toBe(!throws)
    if (op === 'parseJsonRpcErrorResponse') return expect(answer === 'error').toBe(!throws)
    // The id of a request, which is no answer.
    expect([op, answer]).toEqual(['parseJsonRpcId', 'refused'])
  })

  it.each(specification.cases)('specification: $desc', ({ response }: any) => {
    for (const answer of [response ?? []].flat()) {
      expect(read(answer)).toBe('error' in answer ? 'error' : 'result')
    }
  })
})
