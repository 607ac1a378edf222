import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { afterEach, describe, expect, it } from 'vitest'
import { WebSocketServer } from 'ws'
import { askFact } from './askFact.js'
import type { Question } from './fact.js'

const origin = 'https://app.example.com'
const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()))
})

type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void

/** A stand-in over HTTP; answers its address. */
async function serve(handler: Handler): Promise<string> {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    handler(request, response, Buffer.concat(parts).toString())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stops.push(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const allowing = { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'Content-Type' }

/** A node that lets pages ask, and answers each method as given. */
const node = (
  results: Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, string>> = allowing,
) =>
  serve((request, response, body) => {
    response.writeHead(request.method === 'OPTIONS' ? 204 : 200, headers)
    if (request.method === 'OPTIONS') return response.end()
    const { id, method } = JSON.parse(body) as { id: number; method: string }
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] }))
  })

/** Returns the problem of the first answer; `undefined` for the right one. */
async function problemOf(question: Question, urls: string | readonly string[], patience = 5000) {
  const fact = { id: 'fact', source: 'test', read: '2026-11-29', isDefault: true }
  const { problem } = await askFact({ ...fact, question, urls: [urls].flat() }, { origin, patience })
  return problem
}

const base: Question = { kind: 'evm', chainId: 8453 }

describe('a node of an EVM chain', () => {
  it('is right when it lets a page ask and serves the chain', async () => {
    const asked: (string | undefined)[] = []
    const url = await serve((request, response, body) => {
      asked.push(`${request.method} ${request.headers.origin} ${body}`)
      response.writeHead(200, { ...allowing, 'access-control-allow-origin': origin })
      response.end('{"jsonrpc":"2.0","id":1,"result":"0x2105"}')
    })
    expect(await problemOf(base, url)).toBeUndefined()
    expect(asked).toEqual([
      `OPTIONS ${origin} `,
      `POST ${origin} {"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]}`,
    ])
  })

  it('serves another chain', async () => {
    expect(await problemOf(base, await node({ eth_chainId: '0x1' }))).toBe('serves chain 0x1, not 8453')
  })

  it.each<[string, Readonly<Record<string, string>>]>([
    ['no page at all', {}],
    ['another page only', { ...allowing, 'access-control-allow-origin': 'https://other.example' }],
    ['no header of JSON', { 'access-control-allow-origin': '*' }],
  ])('allows %s', async (_, headers) => {
    expect(await problemOf(base, await node({ eth_chainId: '0x2105' }, headers))).toBe('refuses pages (CORS)')
  })

  it('allows the question, and no page to read the answer', async () => {
    const url = await serve((request, response) => {
      response.writeHead(200, request.method === 'OPTIONS' ? allowing : {})
      response.end('{"jsonrpc":"2.0","id":1,"result":"0x2105"}')
    })
    expect(await problemOf(base, url)).toBe('refuses pages (CORS)')
  })

  it.each([403, 429, 500])('answers with status %i', async (status) => {
    const url = await serve((request, response) => {
      response.writeHead(request.method === 'OPTIONS' ? 204 : status, allowing).end('Sorry')
    })
    expect(await problemOf(base, url)).toBe(`answers ${status}`)
  })

  it('is dead', async () => {
    const url = await serve(() => undefined)
    await Promise.all(stops.splice(0).map((stop) => stop()))
    expect(await problemOf(base, url)).toBe('not reached: ECONNREFUSED')
  })

  it('is too slow', async () => {
    const url = await serve(() => undefined)
    expect(await problemOf(base, url, 50)).toBe('too slow: no answer in 50 ms')
  })

  it.each<[string, number, string]>([
    ['by status', 401, 'Sorry'],
    [
      'by its error',
      200,
      '{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"Unauthorized: give an API key"}}',
    ],
    ['by a page', 403, '{"error":"You must authenticate your request with an API key."}'],
  ])('wants a key and says so %s', async (_, status, text) => {
    const url = await serve((request, response) => {
      response.writeHead(request.method === 'OPTIONS' ? 204 : status, allowing).end(text)
    })
    expect(await problemOf(base, url)).toBe('wants a key')
  })

  it.each([
    ['<html></html>', 'answers something that is no JSON'],
    ['[]', 'answers something else'],
    ['{"error":{"message":"method not found"}}', 'says: method not found'],
  ])('answers %s', async (text, problem) => {
    const url = await serve((_, response) => void response.writeHead(200, allowing).end(text))
    expect(await problemOf(base, url)).toBe(problem)
  })

  it('counts as answered when the second of two does', async () => {
    const urls = [await node({ eth_chainId: '0x1' }), await node({ eth_chainId: '0x2105' })]
    expect(await problemOf(base, urls)).toBeUndefined()
    expect(await problemOf(base, [])).toBe('has no address to ask')
  })
})

describe('a contract', () => {
  const address = '0x5f4eC3Df9cbd43714FE2740f5E3616155c5b8419'

  it('is there when it has code', async () => {
    const question: Question = { kind: 'contract', address }
    expect(await problemOf(question, await node({ eth_getCode: '0x6080' }))).toBeUndefined()
    expect(await problemOf(question, await node({ eth_getCode: '0x' }))).toBe('has no code')
  })

  it('is the one that was meant when its function says so', async () => {
    const pair = Buffer.from('ETH / USD').toString('hex')
    const question: Question = {
      kind: 'contract',
      address,
      call: { data: '0x7284e416', holds: ['other', pair] },
    }
    expect(await problemOf(question, await node({ eth_call: `0x20${pair}00` }))).toBeUndefined()
    expect(await problemOf(question, await node({ eth_call: '0x20' }))).toBe('says that it is another')
  })
})

describe('nodes of other chains', () => {
  const genesis = '000000000019d6689c085ae165831e93'

  it('are held to the first block', async () => {
    const solana = await node({ getGenesisHash: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d' })
    expect(
      await problemOf({ kind: 'solana', genesis: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }, solana),
    ).toBeUndefined()
    expect(await problemOf({ kind: 'solana', genesis: 'EtWTRABZ' }, solana)).toMatch(/^serves another chain/)

    const esplora = await serve((request, response) => {
      const isRight = request.url === '/block-height/0'
      response.writeHead(isRight ? 200 : 404, allowing).end(`${genesis}4ff763ae46a2a6c172b3f1b60a8ce26f`)
    })
    expect(await problemOf({ kind: 'esplora', genesis }, esplora)).toBeUndefined()
    expect(await problemOf({ kind: 'esplora', genesis: `00${genesis}` }, esplora)).toMatch(/^serves another/)
  })

  it('are asked over a socket, with the page’s origin', async () => {
    const origins: unknown[] = []
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
    await new Promise((resolve) => server.on('listening', resolve))
    stops.push(() => new Promise((resolve) => server.close(resolve)))
    server.on('connection', (socket, request) => {
      origins.push(request.headers.origin)
      socket.on('message', () => socket.send('{"jsonrpc":"2.0","id":1,"result":"0x68d56f15"}'))
    })
    const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
    expect(await problemOf({ kind: 'polkadot', genesis: '0x68d5' }, url)).toBeUndefined()
    expect(await problemOf({ kind: 'polkadot', genesis: '0x91b1' }, url)).toMatch(/^serves another chain/)
    expect(origins).toEqual([origin, origin])
  })

  it.each([
    [403, 'answers 403'],
    [401, 'wants a key'],
  ])('refuse a socket with %i', async (status, problem) => {
    const server = createServer()
    server.on('upgrade', (_, socket) => socket.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    stops.push(() => new Promise((resolve) => server.close(resolve)))
    const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
    expect(await problemOf({ kind: 'polkadot', genesis: '0x' }, url)).toBe(problem)
  })

  it('hang or are dead over a socket', async () => {
    const url = (await serve(() => undefined)).replace('http', 'ws')
    const held: Duplex[] = []
    const hanging = createServer().on('upgrade', (_, socket) => void held.push(socket))
    await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve))
    stops.push(() => {
      for (const socket of held) socket.destroy()
      return new Promise((resolve) => hanging.close(resolve))
    })
    const slow = `ws://127.0.0.1:${(hanging.address() as AddressInfo).port}`
    expect(await problemOf({ kind: 'polkadot', genesis: '0x' }, slow, 50)).toBe(
      'too slow: no answer in 50 ms',
    )
    await stops.shift()?.()
    expect(await problemOf({ kind: 'polkadot', genesis: '0x' }, url)).toBe('not reached: ECONNREFUSED')
  })
})

describe('pages and services', () => {
  const page: Question = { kind: 'page', stays: true }

  it('are there', async () => {
    const url = await serve((request, response) => {
      response.writeHead(request.url === '/gone' ? 404 : request.url === '/kept' ? 403 : 200).end('Hello')
    })
    expect(await problemOf(page, url)).toBeUndefined()
    expect(await problemOf(page, `${url}/kept`)).toBeUndefined()
    expect(await problemOf(page, `${url}/gone`)).toBe('answers 404')
  })

  it('have moved to another host', async () => {
    const there = (await serve((_, response) => void response.end('Hello'))).replace('127.0.0.1', 'localhost')
    const url = await serve((_, response) => void response.writeHead(301, { location: there }).end())
    expect(await problemOf(page, url)).toBe(`leads to ${there} now`)
    expect(await problemOf({ kind: 'page' }, url)).toBeUndefined()
  })

  it('want a key, as it is known that they do', async () => {
    const url = await serve((_, response) => void response.writeHead(401, allowing).end())
    expect(await problemOf({ kind: 'service' }, url)).toBe('wants a key')
    expect(await problemOf({ kind: 'service', wantsKey: true }, url)).toBeUndefined()
  })
})
