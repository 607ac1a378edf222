import { createServer, type IncomingMessage } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { Network } from '../contracts/network.js'
import { createHttp } from '../platform/http.js'
import type { Token } from '../keys/token.js'
import { fakeClock } from '../testing/fakeClock.js'
import { createJsonRpc } from './createJsonRpc.js'

const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

interface Asked {
  readonly method: string
  readonly params?: unknown
}

type Reply = (asked: Asked) => { readonly status?: number; readonly body?: unknown } | undefined

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

/** A node over HTTP that gives the answers it's told, one after the other, and the last one again. Without one it stays silent. */
async function startNode(...replies: readonly Reply[]) {
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    const { method, params } = JSON.parse(await bodyOf(request)) as Asked
    const reply = (replies[asked.length] ?? replies.at(-1))?.({ method, params })
    asked.push({ method, ...(params !== undefined && { params }) })
    if (!reply) return
    response.writeHead(reply.status ?? 200, { 'content-type': 'application/json' })
    response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stops.push(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })
  return { url: `http://127.0.0.1:${(server.address() as { port: number }).port}`, asked }
}

const result =
  (value: unknown): Reply =>
  () => ({ body: { jsonrpc: '2.0', id: 1, result: value } })
const failure =
  (code: number, message: string, status = 200): Reply =>
  () => ({ status, body: { jsonrpc: '2.0', id: 1, error: { code, message } } })
const silence: Reply = () => undefined
const closed = 'http://127.0.0.1:9'
const networkId = 'tally:1'

function reader(...rpcUrls: readonly string[]) {
  const controller = new AbortController()
  stops.push(() => controller.abort())
  const clock = fakeClock()
  const services: Readonly<Record<string, unknown>> = {
    'latchkey.http': createHttp(controller.signal),
    'latchkey.clock': clock,
    'latchkey.log': { error() {}, warn() {}, info() {}, debug() {} },
  }
  const network: Network = {
    id: networkId,
    namespace: 'tally',
    name: 'Tally',
    nativeCurrency: { name: 'Tally', symbol: 'TLY', decimals: 6 },
    rpcUrls,
  }
  const get = <T>({ id }: Token<T>): T => services[id] as T
  return { rpc: createJsonRpc({ get, signal: controller.signal }, [network]), clock, controller }
}

const height = { networkId, method: 'height', schema: z.number() } as const

describe('a question to a node', () => {
  it('goes out as JSON-RPC 2.0 and comes back parsed', async () => {
    const node = await startNode(result(7))
    const { rpc } = reader(node.url)
    await expect(rpc.request({ ...height, params: ['a', 1] })).resolves.toBe(7)
    await expect(rpc.request({ ...height, params: { at: 'a' } })).resolves.toBe(7)
    await expect(rpc.request(height)).resolves.toBe(7)
    expect(node.asked).toEqual([
      { method: 'height', params: ['a', 1] },
      { method: 'height', params: { at: 'a' } },
      { method: 'height' },
    ])
  })

  it('reads null as a result like any other', async () => {
    const { rpc } = reader((await startNode(result(null))).url)
    await expect(rpc.request({ ...height, schema: z.nullable(z.number()) })).resolves.toBeNull()
  })

  it.each<[string, Reply]>([
    ['no JSON', () => ({ body: '<html>' })],
    ['the id of another question', () => ({ body: { jsonrpc: '2.0', id: 2, result: 7 } })],
    ['no version', () => ({ body: { id: 1, result: 7 } })],
    ['neither a result nor an error', () => ({ body: { jsonrpc: '2.0', id: 1 } })],
    ['a result of another form', result('seven')],
    ['a number for “ask another”', failure(-32005, 'limit exceeded')],
    ['a method that it lacks', failure(-32601, 'no such method')],
    ['a status of failure', () => ({ status: 500, body: 'down' })],
  ])('goes on to the next endpoint after %s', async (_, reply) => {
    const [first, second] = [await startNode(reply), await startNode(result(7))]
    await expect(reader(first.url, second.url).rpc.request(height)).resolves.toBe(7)
    expect(first.asked).toHaveLength(1)
  })

  it('goes on after an endpoint that is gone, and after one that stays silent', async () => {
    const [silent, sound] = [await startNode(silence), await startNode(result(7))]
    const { rpc } = reader(closed, silent.url, sound.url)
    await expect(rpc.request({ ...height, timeout: 50 })).resolves.toBe(7)
  })

  it.each([200, 400])('takes a refusal for the chain’s word, with status %s', async (status) => {
    const [first, second] = [
      await startNode(failure(-32602, 'bad address', status)),
      await startNode(result(7)),
    ]
    await expect(reader(first.url, second.url).rpc.request(height)).rejects.toMatchObject({
      code: 'RPC_INVALID_PARAMS',
    })
    expect(second.asked).toEqual([])
  })

  it('never takes a node’s refusal for the person’s', async () => {
    const { rpc } = reader((await startNode(failure(4001, 'User rejected the request.'))).url)
    await expect(rpc.request(height)).rejects.toMatchObject({ code: 'RPC_UNKNOWN' })
  })

  it('asks one endpoint, once, where a second time would change something', async () => {
    const [first, second] = [await startNode(() => ({ status: 503, body: '' })), await startNode(result(7))]
    const { rpc } = reader(first.url, second.url)
    await expect(rpc.request({ ...height, once: true })).rejects.toMatchObject({
      code: 'NETWORK_UNREACHABLE',
    })
    expect([first.asked.length, second.asked.length]).toEqual([1, 0])
  })

  it('says what is wrong once every endpoint was asked', async () => {
    await expect(reader(closed).rpc.request(height)).rejects.toMatchObject({
      code: 'NETWORK_UNREACHABLE',
      shortMessage: 'Tally can’t be reached right now. Try again in a moment.',
    })
    await expect(reader('wss://node.example').rpc.request(height)).rejects.toMatchObject({
      code: 'NETWORK_UNREACHABLE',
    })
    const node = await startNode(result('seven'))
    await expect(reader(node.url, closed).rpc.request(height)).rejects.toMatchObject({ code: 'INVALID_DATA' })
    const busy = await startNode(failure(-32005, 'limit exceeded'))
    await expect(reader(busy.url).rpc.request(height)).rejects.toMatchObject({ code: 'RPC_LIMIT_EXCEEDED' })
    await expect(reader(node.url).rpc.request({ ...height, networkId: 'tally:2' })).rejects.toMatchObject({
      code: 'NETWORK_NOT_FOUND',
    })
  })

  it('ends with its signal, and with the plugin', async () => {
    const node = await startNode(silence)
    const { rpc, controller } = reader(node.url)
    const own = new AbortController()
    const first = rpc.request({ ...height, signal: own.signal })
    const second = rpc.request(height)
    own.abort()
    await expect(first).rejects.toMatchObject({ code: 'REQUEST_ABORTED' })
    controller.abort()
    await expect(second).rejects.toMatchObject({ code: 'REQUEST_ABORTED' })
    await expect(rpc.request(height)).rejects.toMatchObject({ code: 'REQUEST_ABORTED' })
  })
})

describe('a poll', () => {
  const decided = (answer: number) => (answer > 1 ? `height ${answer}` : undefined)

  /** Moves the clock on whenever something waits for it. */
  function turn(clock: ReturnType<typeof fakeClock>) {
    const timer = setInterval(() => clock.pending > 0 && clock.advance(2_000), 1)
    stops.push(() => clearInterval(timer))
  }

  it('asks until the chain has decided, and over an endpoint that fails', async () => {
    const node = await startNode(result(0), () => ({ status: 400, body: 'down' }), result(1), result(2))
    const { rpc, clock } = reader(node.url)
    turn(clock)
    await expect(rpc.poll(height, decided)).resolves.toBe('height 2')
    expect(node.asked).toHaveLength(4)
    expect(clock.pending).toBe(0)
  })

  it('gives what a node refuses to the caller', async () => {
    const { rpc } = reader((await startNode(failure(-32602, 'bad id'))).url)
    await expect(rpc.poll(height, decided)).rejects.toMatchObject({ code: 'RPC_INVALID_PARAMS' })
  })

  it('asks again where the error says that the chain knows nothing yet, and gives every other one to the caller', async () => {
    const node = await startNode(failure(-32602, 'not found'), result(2), failure(-32000, 'pruned'))
    const { rpc, clock } = reader(node.url)
    turn(clock)
    const isLater = ({ code }: { readonly code: string }) => code === 'RPC_INVALID_PARAMS'
    await expect(rpc.poll(height, decided, { isLater })).resolves.toBe('height 2')
    await expect(rpc.poll(height, decided, { isLater })).rejects.toMatchObject({ code: 'RPC_INVALID_INPUT' })
    expect(node.asked).toHaveLength(3)
  })

  it('leaves no timer when it is given up', async () => {
    const { rpc, clock } = reader((await startNode(result(0))).url)
    const own = new AbortController()
    const pending = rpc.poll({ ...height, signal: own.signal }, decided)
    await expect.poll(() => clock.pending).toBe(1)
    own.abort()
    await expect(pending).rejects.toMatchObject({ code: 'REQUEST_ABORTED' })
    expect(clock.pending).toBe(0)
  })
})
