// Who may say where money goes: every way a chain fails, on every kind of network, for every kind of name, beside a
// service that answers any name with its own address.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eip155 } from '@latchkey/plugin-eip155'
import { createKernel } from '@latchkey/kernel'
import { Names } from '@latchkey/kernel/contracts'
import { fakeStorage } from '@latchkey/kernel/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fakeChain } from '../../test/fakeChain.js'
import { type ServiceServer, startServiceServer } from '../../test/serviceServer.js'
import { setUp } from '../../test/setUp.js'
import { walletData } from '../walletData.js'

const liar = '0x000000000000000000000000000000000000bAd0'
const coinTypes = { 60: { address: liar }, 2147492101: { address: liar }, 2147483650: { address: liar } }

const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const ensUniversalResolver = { address: '0xeeeeeeee14d718c2b47d9923deab1335e144eeee' } as const
const mainnet = { id: 1, name: 'Ethereum', nativeCurrency: ether, contracts: { ensUniversalResolver } }
const base = { id: 8453, name: 'Base', nativeCurrency: ether }

let server: ServiceServer
/** Answers every name, in any spelling, with the address of whoever runs it. */
const lie = (server: ServiceServer) =>
  server.on('/v1/profile/account/', ({ path }) => ({
    body: {
      name: path.slice('/v1/profile/account/'.length),
      registered_at: '2026-01-01',
      updated_at: null,
      addresses: coinTypes,
    },
  }))
beforeEach(async () => {
  server = await startServiceServer(served)
  lie(server)
  return () => server.stop()
})

const served = ['eip155:1', 'eip155:8453', 'eip155:2', 'test:1']

const failures = {
  'too many requests': (response) => response.writeHead(429).end('{}'),
  'a server error': (response) => response.writeHead(500).end(),
  'a page of HTML': (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
  'nothing at all': (response, id) => answer(response, { id, result: '0x' }),
  'a cut connection': (response) => response.destroy(),
  'an RPC error': (response, id) => answer(response, { id, error: { code: -32603, message: 'Internal' } }),
  'a revert': (response, id) => answer(response, { id, error: { code: 3, message: 'execution reverted' } }),
} satisfies Record<string, (response: ServerResponse, id: unknown) => unknown>

const answer = (response: ServerResponse, body: object) =>
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ jsonrpc: '2.0', ...body }))

type Failure = keyof typeof failures

describe('a chain that fails', () => {
  const nodes = new Map<Failure, { readonly url: string; stop(): void }>()
  let liars: ServiceServer
  beforeAll(async () => {
    liars = await startServiceServer(served)
    lie(liars)
    for (const failure of Object.keys(failures) as Failure[]) {
      const node = createServer((request, response) => {
        const chunks: Buffer[] = []
        request.on('data', (chunk: Buffer) => chunks.push(chunk))
        request.on('end', () => {
          const { id } = JSON.parse(Buffer.concat(chunks).toString()) as { id?: unknown }
          failures[failure](response, id)
        })
      })
      await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))
      const { port } = node.address() as AddressInfo
      nodes.set(failure, { url: `http://127.0.0.1:${port}`, stop: () => node.close().closeAllConnections() })
    }
  })
  afterAll(async () => {
    await liars.stop()
    for (const { stop } of nodes.values()) stop()
  })

  const cases = (Object.keys(failures) as Failure[]).flatMap((failure) =>
    [mainnet, base].map((chain) => ({ failure, chain, network: chain.name })),
  )
  it.concurrent.each(cases)('with $failure pays nobody on $network', async ({ failure, chain }) => {
    const { url } = nodes.get(failure) as { url: string }
    const kernel = createKernel(
      [
        eip155({
          networks: [mainnet, base].map((one) => ({ ...one, rpcUrls: { default: { http: [url] } } })),
          discovery: false,
        }),
        walletData({ url: liars.url }),
      ],
      { storage: fakeStorage() },
    )
    const found = await kernel
      .get(Names)
      .resolve({ networkId: `eip155:${chain.id}`, name: 'vitalik.eth' })
      .catch(() => undefined)
    expect(found).toBeUndefined()
    expect(liars.asked('/v1/profile/account')).toEqual([])
    kernel.dispose()
  })
})

describe('a network whose names no chain keeps', () => {
  it.each(['vitalik.eth', 'nora.latchkey.id', 'nora.example.com'])(
    'leads %s nowhere while the host names no zone',
    async (name) => {
      const { names } = setUp(fakeChain('eip155', {}), { url: server.url })
      expect(await names.resolve({ networkId: 'eip155:2', name })).toBeUndefined()
      expect(server.asked('/v1/profile/account')).toEqual([])
    },
  )

  it.each(['vitalik.eth', 'vitalik.eth.latchkey.id.eth', 'latchkey.id', 'xlatchkey.id'])(
    'leads %s nowhere, which is outside of the zone',
    async (name) => {
      const { names } = setUp(fakeChain('eip155', {}), { url: server.url, nameZone: 'latchkey.id' })
      expect(await names.resolve({ networkId: 'eip155:2', name })).toBeUndefined()
      expect(server.asked('/v1/profile/account')).toEqual([])
    },
  )
})

describe('a name without a normal form', () => {
  const bad = {
    'a Cyrillic letter among Latin ones': 'n\u043era',
    'a Cyrillic label that looks Latin': '\u0430\u0440\u0440\u04cf\u0435',
    'a zero-width space': 'nora\u200b',
    'a zero-width joiner': 'no\u200dra',
    'a right-to-left override': '\u202enora',
    'an isolate': '\u2066nora\u2069',
    'an empty label': 'nora.',
    'a leading point': '.nora',
    'an underscore inside': 'no_ra',
    'a space': 'no ra',
    'a combining mark at the start': '\u0301nora',
    'a NUL': 'nora\0',
    'a slash': '../nora',
  }
  const cases = Object.entries(bad).flatMap(([what, label]) =>
    (
      [
        ['eip155:1', 'eth'],
        ['eip155:1', 'latchkey.id'],
        ['eip155:2', 'latchkey.id'],
        ['test:1', 'latchkey.id'],
      ] as const
    ).map(([networkId, end]) => ({ what, networkId, name: `${label}.${end}` })),
  )
  it.each(cases)('with $what asks nobody about $name on $networkId', async ({ networkId, name }) => {
    const chains = ['eip155', 'test'].map((id) => fakeChain(id, { resolved: liar }))
    const [first, ...others] = chains as [(typeof chains)[0], ...typeof chains]
    const { names } = setUp(first, { url: server.url, nameZone: 'latchkey.id' }, others)
    expect(await names.resolve({ networkId, name })).toBeUndefined()
    expect(chains.map((chain) => chain.count('resolved'))).toEqual([0, 0])
    expect(server.asked('/v1/profile')).toEqual([])
  })

  it('is read in the form that it has', async () => {
    const chain = fakeChain('eip155', { resolved: liar })
    const { names } = setUp(chain, {})
    await names.resolve({ networkId: 'eip155:1', name: ' \u24cb\u24d8talik.ETH ' })
    expect(chain.calls.map(({ request }) => (request as { name: string }).name)).toEqual(['vitalik.eth'])
  })
})

describe('a name of the service’s own zone', () => {
  const owner = '0x00000000000000000000000000000000000000A1'
  const record = (name: string) => ({
    name,
    registered_at: '2026-01-01',
    updated_at: null,
    addresses: { 60: { address: owner } },
  })
  const question = { networkId: 'eip155:1', name: 'Nora.latchkey.id' } as const
  const start = () =>
    setUp(fakeChain('eip155', { resolved: liar }), { url: server.url, nameZone: 'latchkey.id' }).names
  beforeEach(() => server.on('/v1/profile/account/nora.latchkey.id', { body: record('nora.latchkey.id') }))

  it('is believed when its address leads back to it, and says who answered', async () => {
    server.on('/v1/profile/reverse/', { body: [record('other.latchkey.id'), record('nora.latchkey.id')] })
    expect(await start().resolve(question)).toBe(owner)
    expect(await start().find?.(question)).toEqual({
      name: 'nora.latchkey.id',
      address: owner,
      source: 'service',
      host: new URL(server.url).host,
    })
    expect(server.asked('/v1/profile/reverse')[0]?.path).toBe(`/v1/profile/reverse/${owner}`)
  })

  it.each([[[]], [[record('other.latchkey.id')]]])(
    'leads nowhere when its address leads to %j',
    async (body) => {
      server.on('/v1/profile/reverse/', { body })
      expect(await start().resolve(question)).toBeUndefined()
    },
  )
})

it('says of other names that the chain answered', async () => {
  const { names } = setUp(fakeChain('eip155', { resolved: liar }), { url: server.url })
  expect(await names.find?.({ networkId: 'eip155:1', name: 'Nora.eth' })).toEqual({
    name: 'nora.eth',
    address: liar,
    source: 'chain',
  })
})
