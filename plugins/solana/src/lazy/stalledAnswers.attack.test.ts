// A node that stops in the middle of an answer, over real HTTP and with the kernel's own client.
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createKernel } from '@latchkey/kernel'
import { Http } from '@latchkey/kernel/plugin'
import { fakeStorage } from '@latchkey/kernel/testing'
import { afterEach, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { solanaMainnet } from '../index.js'
import { createRpc } from './rpc.js'

const servers: Server[] = []
afterEach(() => {
  vi.restoreAllMocks()
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

async function start(answer: (response: ServerResponse) => unknown): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => answer(response))
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const json = { 'content-type': 'application/json' }

it.each([
  ['before the headers', () => {}],
  ['in the body', (response: ServerResponse) => response.writeHead(200, json).write('{"jsonrpc"')],
  ['in the body of an error', (response: ServerResponse) => response.writeHead(503, json).write('{')],
])('a node that stalls %s is made up for by the next one', async (_, stall) => {
  const { setTimeout } = globalThis
  // The client's own limit of ten seconds is cut short; every other timer keeps its time.
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, delay?: number) =>
    setTimeout(run, delay === 10_000 ? 1500 : delay)) as typeof setTimeout)
  const honest = (response: ServerResponse) =>
    response.writeHead(200, json).end('{"jsonrpc":"2.0","id":1,"result":7}')
  const network = { ...solanaMainnet, rpcUrls: [await start(stall), await start(honest)] }
  const kernel = createKernel([], { storage: fakeStorage() })
  const rpc = createRpc(kernel.get(Http))
  expect(await rpc.call(network, { method: 'getSlot', params: [], schema: z.number() })).toBe(7)
})
