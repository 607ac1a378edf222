// A service that stops in the middle of an answer, over real HTTP and with the kernel's own client.
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createKernel } from '@latchkey/kernel'
import { Http } from '@latchkey/kernel/plugin'
import { fakeStorage } from '@latchkey/kernel/testing'
import { afterEach, expect, it, vi } from 'vitest'
import { bitcoinMainnet } from '../networks.js'
import { createEsploraSource } from './esplora.js'

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
  ['in the body', (response: ServerResponse) => response.writeHead(200, json).write('[')],
  ['in the body of an error', (response: ServerResponse) => response.writeHead(503, json).write('{')],
])('a service that stalls %s is made up for by the next one', async (_, stall) => {
  const { setTimeout } = globalThis
  // The client's own limit of ten seconds is cut short; every other timer keeps its time.
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, delay?: number) =>
    setTimeout(run, delay === 10_000 ? 1500 : delay)) as typeof setTimeout)
  const honest = (response: ServerResponse) => response.writeHead(200, json).end('[]')
  const network = { ...bitcoinMainnet, rpcUrls: [await start(stall), await start(honest)] }
  const kernel = createKernel([], { storage: fakeStorage() })
  const log = { error() {}, warn() {}, info() {}, debug() {} }
  const source = createEsploraSource(new Map([[network.id, network]]), kernel.get(Http), log)
  const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
  expect(await source.utxos({ networkId: network.id, address })).toEqual([])
})
