// Servers that stop in the middle of an answer, over real HTTP: a read ends at its limit, goes to the next endpoint, and
// leaves nothing behind that a later equal read would wait for.
import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { answerJson, recordingLog, realClock, startServer, type TestServer } from '../../test/support.js'
import { createEndpoint } from './endpoint.js'
import { createFailover } from './failover.js'
import { shareRequests } from './shareRequests.js'

const json = { 'content-type': 'application/json' }
const stalls: Readonly<Record<string, (response: ServerResponse) => unknown>> = {
  'before the headers': () => {},
  'after the headers': (response) => response.writeHead(200, json).flushHeaders(),
  'in the body': (response) => response.writeHead(200, json).write('{"jsonrpc":"2.0","id":1,'),
  'in a body of known length': (response) =>
    response.writeHead(200, { ...json, 'content-length': 99 }).write('{'),
  'in the body of an error': (response) => response.writeHead(500, json).write('{"error":'),
  'in the body of a refusal': (response) => response.writeHead(429, json).write('{'),
}

const servers: TestServer[] = []
afterEach(() => Promise.all(servers.splice(0).map((server) => server.stop())))

const call = { method: 'eth_getBalance', params: ['0x0', 'latest'] }

async function setUp(stall: (response: ServerResponse) => unknown, hasSpare: boolean, timeout = 150) {
  const state = { isStalled: true }
  const honest = (body: unknown, response: ServerResponse) =>
    answerJson(response, { jsonrpc: '2.0', id: (body as { id: number }).id, result: '0x1' })
  servers.push(
    await startServer((body, response) => void (state.isStalled ? stall(response) : honest(body, response))),
    ...(hasSpare ? [await startServer(honest)] : []),
  )
  const { signal } = new AbortController()
  const endpoints = servers.map(({ url }) => createEndpoint({ url, timeout, signal }))
  const send = shareRequests(createFailover(endpoints, { clock: realClock, log: recordingLog() }))
  return { send, state }
}

describe.each(Object.entries(stalls))('an answer that stalls %s', (_, stall) => {
  it('ends at its limit, and the next equal read is asked for again', async () => {
    const { send, state } = await setUp(stall, false)
    await expect(send(call)).rejects.toThrow()
    state.isStalled = false
    expect(await send(call)).toBe('0x1')
  })

  it('is made up for by the next endpoint', async () => {
    const { send } = await setUp(stall, true)
    expect(await Promise.all([send(call), send(call)])).toEqual(['0x1', '0x1'])
  })
})

it('reads no more than 10 MB of an answer, and the next endpoint is asked', async () => {
  const endless = (response: ServerResponse) => {
    response.writeHead(200, json)
    const more = () => response.destroyed || response.write('[1],'.repeat(100_000), more)
    more()
  }
  await expect((await setUp(endless, false, 60_000)).send(call)).rejects.toThrow('larger than 10485760 bytes')
  expect(await (await setUp(endless, true, 60_000)).send(call)).toBe('0x1')
})
