import type { HttpRequest, HttpService } from '@latchkey/kernel/plugin'
import { HttpStatusError } from '@latchkey/kernel/plugin'
import { NetworkError } from '@latchkey/kernel/chain'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { faultOf } from '../../test/context.js'
import { solanaMainnet } from '../index.js'
import { createRpc } from './rpc.js'

const network = { ...solanaMainnet, rpcUrls: ['https://a.example', 'https://b.example'] }

/** Endpoints that answer, or throw, as told. */
function createEndpoints(answers: Record<string, unknown>) {
  const asked: string[] = []
  const http: HttpService = {
    async request<T>({ url, schema, body }: HttpRequest<T>): Promise<T> {
      asked.push(url)
      const answer = answers[url]
      if (answer instanceof Error) throw answer
      expect(body).toEqual({ jsonrpc: '2.0', id: 1, method: 'getSlot', params: [] })
      const parsed = schema['~standard'].validate({ jsonrpc: '2.0', id: 1, ...(answer as object) }) as {
        value: T
        issues?: unknown
      }
      if (parsed.issues) throw new NetworkError('not the form', { code: 'INVALID_DATA' })
      return parsed.value
    },
  }
  const rpc = createRpc(http)
  return { asked, call: () => rpc.call(network, { method: 'getSlot', params: [], schema: z.number() }) }
}

const [a, b] = network.rpcUrls as [string, string]

describe('JSON-RPC to several endpoints', () => {
  it.each([
    ['is unreachable', new NetworkError('x', { code: 'HTTP_UNREACHABLE' })],
    ['is busy', new HttpStatusError(429, a, '')],
    ['answers nonsense', { result: 'seven' }],
    ['is behind', { error: { code: -32005, message: 'Node is behind by 42 slots' } }],
    ['lacks the method', { error: { code: -32601, message: 'Method not found' } }],
  ])('asks the next one when one %s, and stays there', async (_, fault) => {
    const { asked, call } = createEndpoints({ [a]: fault, [b]: { result: 7 } })
    expect(await call()).toBe(7)
    expect(await call()).toBe(7)
    expect(asked).toEqual([a, b, b])
  })

  it('takes what a node says about the request for an answer', async () => {
    const { asked, call } = createEndpoints({
      [a]: { error: { code: -32602, message: 'Invalid param' } },
      [b]: { result: 7 },
    })
    expect(await faultOf(call())).toMatchInlineSnapshot(`
      "RPC_INVALID_PARAMS: The node refused the parameters of the request.

      The wallet or node said: Invalid param"
    `)
    expect(asked).toEqual([a])
  })

  it('says so when none answers, and never names a key of the host', async () => {
    const dead = new HttpStatusError(503, 'https://a.example/', '')
    expect(await faultOf(createEndpoints({ [a]: dead, [b]: dead }).call())).toMatchInlineSnapshot(`
      "SOLANA_RPC_UNREACHABLE: Solana could not be reached. Check the connection and try again.

      None of 2 endpoints answered getSlot.
      The last one: HTTP status code: 503"
    `)
  })

  it('does not go on after a fault that is no endpoint’s', async () => {
    const { asked, call } = createEndpoints({ [a]: new TypeError('a bug'), [b]: { result: 7 } })
    await expect(call()).rejects.toThrow('a bug')
    expect(asked).toEqual([a])
  })
})
