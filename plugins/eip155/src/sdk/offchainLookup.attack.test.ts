import { Identities } from '@latchkey/kernel/contracts'
import { encodeErrorResult, type Hex } from 'viem'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { setUpCapabilities } from '../../test/support.js'
import { createOffchainLookup, isPublicHost } from './offchainLookup.js'

const resolver = '0x00000000000000000000000000000000000000ee'
const node = 'http://node.example'
const gateway = 'https://gateway.example/{sender}/{data}'

/** A chain whose resolver answers every round with another look-up, and the gateway that it names. */
function endlessResolver(urls: readonly string[] = [gateway]) {
  const asked = { node: 0, gateways: 0 }
  const data = encodeErrorResult({
    abi: [
      {
        type: 'error',
        name: 'OffchainLookup',
        inputs: [
          { type: 'address', name: 'sender' },
          { type: 'string[]', name: 'urls' },
          { type: 'bytes', name: 'callData' },
          { type: 'bytes4', name: 'callbackFunction' },
          { type: 'bytes', name: 'extraData' },
        ],
      },
    ],
    args: [resolver, urls, '0x12', '0x12345678', '0x'],
  })
  vi.stubGlobal('fetch', async (url: URL | string, init: RequestInit) => {
    if (!String(url).startsWith(node)) {
      asked.gateways += 1
      return new Response('0x01')
    }
    asked.node += 1
    const calls = JSON.parse(String(init.body)) as { id: number } | { id: number }[]
    const error = { code: 3, message: 'execution reverted', data }
    const answer = ({ id }: { id: number }) => ({ jsonrpc: '2.0', id, error })
    return Response.json(Array.isArray(calls) ? calls.map(answer) : answer(calls))
  })
  return asked
}

function names(offchainNames?: boolean | ((gateway: URL) => boolean)) {
  const chain = {
    id: 1,
    name: 'Test',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [node] } },
    contracts: { ensUniversalResolver: { address: resolver } },
  } as const
  const account = { address: resolver, privateKey: `0x${'11'.repeat(32)}` as Hex }
  const stack = { url: node, chainId: 1, chain, accounts: [account] }
  const { get } = setUpCapabilities([stack], { options: { offchainNames } })
  return get(Identities)
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('a resolver that never ends', () => {
  it('is given up after some rounds, and the next name has its own', async () => {
    const asked = endlessResolver()
    for (const name of ['one.eth', 'two.eth']) {
      asked.gateways = 0
      await expect(names().resolve({ networkId: 'eip155:1', name })).rejects.toMatchObject({
        code: 'NAME_LOOKUP_ENDLESS',
      })
      expect(asked.gateways).toBeGreaterThanOrEqual(4)
      expect(asked.gateways).toBeLessThanOrEqual(16)
    }
  })

  it('is not followed at all where the host does not want it', async () => {
    const asked = endlessResolver()
    await expect(names(false).resolve({ networkId: 'eip155:1', name: 'one.eth' })).rejects.toMatchObject({
      code: 'NAME_OFFCHAIN',
    })
    expect(asked.gateways).toBe(0)
  })

  it('reaches no gateway that the host’s policy leaves out, and tells it each one', async () => {
    const asked = endlessResolver(['https://one.example/{data}', 'https://two.example/{data}'])
    const told: string[] = []
    const refuse = (gateway: URL) => {
      told.push(gateway.host)
      return false
    }
    await expect(names(refuse).resolve({ networkId: 'eip155:1', name: 'one.eth' })).rejects.toMatchObject({
      code: 'NAME_GATEWAY_FAILED',
    })
    expect(told).toEqual(['one.example', 'two.example'])
    expect(asked.gateways).toBe(0)
  })

  it('can’t have the page ask what is in the person’s own network', async () => {
    for (const host of [
      '192.168.0.1',
      '127.0.0.1',
      '2130706433',
      '[::1]',
      'localhost',
      'nas',
      'nas.local',
      'a.localhost.',
      'wiki.corp',
      'wiki.intranet',
      'nas.localdomain',
      'nas.private',
    ]) {
      const asked = endlessResolver([`https://${host}/{data}`])
      await expect(names().resolve({ networkId: 'eip155:1', name: 'one.eth' })).rejects.toMatchObject({
        code: 'NAME_GATEWAY_FAILED',
      })
      expect(asked.gateways, host).toBe(0)
    }
  })
})

it('a resolver’s gateway is told that the caller of a name has gone', async () => {
  endlessResolver()
  const node = fetch
  const gateways: (AbortSignal | null | undefined)[] = []
  vi.stubGlobal('fetch', (url: URL | string, init: RequestInit) => {
    if (!String(url).startsWith('https:')) return node(url, init)
    gateways.push(init.signal)
    return new Promise(() => {})
  })
  const caller = new AbortController()
  const reading = names().resolve({ networkId: 'eip155:1', name: 'one.eth', signal: caller.signal })
  await vi.waitFor(() => expect(gateways).toHaveLength(1))
  caller.abort()
  await expect(reading).rejects.toThrow('Request was aborted')
  expect(gateways[0]?.aborted).toBe(true)
})

describe('a gateway', () => {
  const lookup = (answer: Response, urls = [gateway]) => {
    const seen: string[] = []
    vi.stubGlobal('fetch', async (url: URL) => {
      seen.push(String(url))
      return answer.clone()
    })
    return { seen, reading: createOffchainLookup(isPublicHost)({ data: '0x12', sender: resolver, urls }) }
  }

  it('is asked over https, three of them at most', async () => {
    const five = ['a', 'b', 'c', 'd', 'e'].map((host) => `https://${host}.example/{data}`)
    const { seen, reading } = lookup(new Response('no', { status: 500 }), five)
    await expect(reading).rejects.toMatchObject({ code: 'NAME_GATEWAY_FAILED' })
    expect(seen).toHaveLength(3)
    const plain = lookup(new Response('0x01'), ['http://a.example/{data}'])
    await expect(plain.reading).rejects.toMatchObject({ code: 'NAME_GATEWAY_FAILED' })
    expect(plain.seen).toEqual([])
  })

  it.each([
    [400, 1],
    [404, 1],
    [500, 3],
  ])('that answers with %i is followed by others up to %i in all', async (status, asked) => {
    const three = ['a', 'b', 'c'].map((host) => `https://${host}.example/{data}`)
    const { seen, reading } = lookup(new Response('no', { status }), three)
    await expect(reading).rejects.toMatchObject({ code: 'NAME_GATEWAY_FAILED' })
    expect(seen).toHaveLength(asked)
  })

  /** Gateways that answer nothing until they are told to stop. */
  function silent() {
    const seen: string[] = []
    vi.stubGlobal('fetch', (url: URL, { signal }: RequestInit) => {
      seen.push(String(url))
      return new Promise((_, reject) => {
        const stop = () => reject(signal?.reason as Error)
        if (signal?.aborted === true) stop()
        else signal?.addEventListener('abort', stop)
      })
    })
    return seen
  }

  it('ends with the request of the caller, and no other is asked', async () => {
    const seen = silent()
    const caller = new AbortController()
    const three = ['a', 'b', 'c'].map((host) => `https://${host}.example/{data}`)
    const follow = createOffchainLookup(isPublicHost, caller.signal)
    const reading = follow({ data: '0x12', sender: resolver, urls: three })
    await vi.waitFor(() => expect(seen).toHaveLength(1))
    caller.abort()
    await expect(reading).rejects.toMatchObject({ code: 'NAME_GATEWAY_FAILED' })
    expect(seen).toHaveLength(1)
  })

  it('has one time for all rounds of a name', async () => {
    const seen = silent()
    const ends: { readonly time: number; readonly controller: AbortController }[] = []
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((time) => {
      const controller = new AbortController()
      ends.push({ time, controller })
      return controller.signal
    })
    const follow = createOffchainLookup(isPublicHost)
    const three = ['a', 'b', 'c'].map((host) => `https://${host}.example/{data}`)
    const reading = follow({ data: '0x12', sender: resolver, urls: three })
    await vi.waitFor(() => expect(seen).toHaveLength(1))
    ends.find(({ time }) => time === 15_000)?.controller.abort()
    await expect(reading).rejects.toMatchObject({ code: 'NAME_GATEWAY_FAILED' })
    await expect(follow({ data: '0x12', sender: resolver, urls: three })).rejects.toMatchObject({
      code: 'NAME_GATEWAY_FAILED',
    })
    expect(seen).toHaveLength(1)
  })

  it('is not read to the end of an answer that has none', async () => {
    let sent = 0
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1
        controller.enqueue(new Uint8Array(10_000).fill(48))
      },
    })
    vi.stubGlobal('fetch', async () => new Response(endless))
    const reading = createOffchainLookup(isPublicHost)({ data: '0x12', sender: resolver, urls: [gateway] })
    await expect(reading).rejects.toMatchObject({ code: 'NAME_GATEWAY_FAILED' })
    expect(sent).toBeLessThan(20)
  })
})
