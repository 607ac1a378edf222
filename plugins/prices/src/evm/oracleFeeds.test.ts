import { createKernel } from '@latchkey/kernel'
import type { NetworkId } from '@latchkey/kernel/plugin'
import { Prices } from '@latchkey/kernel/contracts'
import { fakeStorage } from '@latchkey/kernel/testing'
import { deployFeeds, type EvmFeeds, type EvmStack, type FeedRound, startEvm } from '@latchkey/devstack/evm'
import { eip155, isAddress, toChecksumAddress } from '@latchkey/plugin-eip155'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Chain, Hex } from 'viem'
import { prices } from '../prices.js'
import { oracleData } from './lazy/oracleData.js'
import type { OracleNetwork } from './OracleNetwork.js'
import { oracleFeeds } from './oracleFeeds.js'

let stack: EvmStack
let oracle: EvmFeeds
let before: Hex
let networkId: NetworkId
let now: bigint

beforeAll(async () => {
  stack = await startEvm()
  oracle = await deployFeeds(stack)
  networkId = `eip155:${stack.chainId}`
  before = await stack.snapshot()
})
afterAll(() => stack?.stop())
beforeEach(async () => {
  await stack.revert(before)
  before = await stack.snapshot()
  now = BigInt(Math.floor(Date.now() / 1_000))
})

const feedOf = (pair: string) => {
  const found = oracle.feeds[pair]
  if (!found) throw new Error(`There is no feed of ${pair}.`)
  return found
}

const network = (over: Partial<OracleNetwork> = {}): OracleNetwork => ({
  feeds: [
    { pair: 'ETH / USD', address: feedOf('ETH / USD').address, heartbeat: 3_600, prices: [networkId] },
    {
      pair: 'LUSD / USD',
      address: feedOf('LUSD / USD').address,
      heartbeat: 86_400,
      prices: [`${networkId}/${stack.tokens.usd.address.toLowerCase()}`],
    },
    { pair: 'EUR / USD', address: feedOf('EUR / USD').address, heartbeat: 86_400, prices: ['eur'] },
  ],
  ...over,
})

function read(over: Partial<OracleNetwork> = {}, chain: Chain = stack.chain) {
  const kernel = createKernel(
    [eip155({ networks: [chain] }), prices([oracleFeeds({ networks: { [networkId]: network(over) } })])],
    { storage: fakeStorage(), onPluginError: 'throw', logLevel: 'silent' },
  )
  return kernel.get(Prices)
}

it('reads the coin, a token and a currency from the feeds of the chain', async () => {
  const service = read()
  const address = stack.tokens.usd.address
  expect(await service.read({ networkId })).toBe('3000')
  expect(await service.read({ networkId, address })).toBe('1')
  expect(await service.read({ networkId, currency: 'eur' })).toMatch(/^2777\.7{30}$/)
  expect(await service.read({ networkId, address: stack.tokens.gold.address })).toBeUndefined()
  await feedOf('ETH / USD').set({ answer: 312_055_000_001n })
  expect(await read().read({ networkId })).toBe('3120.55000001')
})

describe('a round', () => {
  const wrong: readonly (readonly [string, () => Partial<FeedRound>])[] = [
    ['negative', () => ({ answer: -1n })],
    ['zero', () => ({ answer: 0n })],
    ['of the largest number', () => ({ answer: 2n ** 255n - 1n })],
    ['older than its heartbeat', () => ({ updatedAt: now - 3_600n - 700n })],
    ['never updated', () => ({ updatedAt: 0n })],
    ['of tomorrow', () => ({ updatedAt: now + 86_400n })],
    ['carried over from an earlier one', () => ({ roundId: 7n, answeredInRound: 6n })],
    ['without a number', () => ({ roundId: 0n, answeredInRound: 0n })],
  ]
  it.each(wrong)('that is %s gives no price, and leaves the others theirs', async (_, change) => {
    await feedOf('ETH / USD').set(change())
    const service = read()
    expect(await service.read({ networkId })).toBeUndefined()
    expect(await service.read({ networkId, address: stack.tokens.usd.address })).toBe('1')
  })

  it('counts until its heartbeat', async () => {
    await feedOf('ETH / USD').set({ updatedAt: now - 3_500n })
    expect(await read().read({ networkId })).toBe('3000')
  })

  it('of a contract that says another pair, or is none, gives no price', async () => {
    for (const address of [
      feedOf('LUSD / USD').address,
      stack.tokens.usd.address,
      stack.accounts[0]?.address,
    ]) {
      const feeds = [{ pair: 'ETH / USD', address: address as Hex, heartbeat: 86_400, prices: [networkId] }]
      expect(await read({ feeds }).read({ networkId })).toBeUndefined()
    }
  })
})

describe('the sequencer of a rollup', () => {
  it.each([
    ['works', {}, '3000'],
    ['is down', { answer: 1n }, undefined],
    ['came back just now', () => ({ startedAt: now - 60n }), undefined],
    ['came back over an hour ago', () => ({ startedAt: now - 3_700n }), '3000'],
    ['was never told of', { startedAt: 0n }, undefined],
  ] as const)('that %s', async (_, change, price) => {
    await oracle.sequencer.set(typeof change === 'function' ? change() : change)
    const service = read({ sequencer: { address: oracle.sequencer.address } })
    expect(await service.read({ networkId })).toBe(price)
  })

  it('has the grace period of the host', async () => {
    await oracle.sequencer.set({ startedAt: now - 60n })
    const service = read({ sequencer: { address: oracle.sequencer.address, gracePeriod: 30 } })
    expect(await service.read({ networkId })).toBe('3000')
  })
})

it('asks once for everything, and answers where the chain has no Multicall3', async () => {
  const asked: string[] = []
  const proxy = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    asked.push(body)
    const answer = await fetch(stack.url, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    })
    response.end(await answer.text())
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  try {
    const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
    const chain = { ...stack.chain, rpcUrls: { default: { http: [url] } } }
    const sequencer = { address: oracle.sequencer.address }
    const both = (service: ReturnType<typeof read>) =>
      Promise.all([
        service.read({ networkId }),
        service.read({ networkId, address: stack.tokens.usd.address }),
      ])
    expect(await both(read({ sequencer }, chain))).toEqual(['3000', '1'])
    expect(asked.filter((body) => body.includes('eth_call'))).toHaveLength(1)
    const { contracts: _, ...bare } = chain
    expect(await both(read({ sequencer }, bare))).toEqual(['3000', '1'])
  } finally {
    proxy.closeAllConnections()
    proxy.close()
  }
})

it('does not ask networks that the host does not list', async () => {
  const kernel = createKernel([eip155({ networks: [stack.chain] }), prices([oracleFeeds()])], {
    storage: fakeStorage(),
    logLevel: 'silent',
  })
  expect(await kernel.get(Prices).read({ networkId: 'eip155:1' })).toBeUndefined()
})

describe('the feeds of public networks', () => {
  const feeds = Object.entries(oracleData).flatMap(([id, { feeds: own }]) =>
    own.map((feed) => ({ id, ...feed })),
  )

  it('have checksummed addresses, each once on a network, and heartbeats of at most a day', () => {
    for (const { address, heartbeat, pair } of feeds) {
      expect(isAddress(address) && toChecksumAddress(address), pair).toBe(address)
      expect(heartbeat, pair).toBeGreaterThanOrEqual(60)
      expect(heartbeat, pair).toBeLessThanOrEqual(86_400)
    }
    expect(new Set(feeds.map(({ id, address }) => `${id} ${address}`)).size).toBe(feeds.length)
  })

  it('price each asset by one feed on a network, and tokens of their own network or by a checked address', () => {
    for (const [id, { feeds: own }] of Object.entries(oracleData)) {
      const names = own.flatMap((feed) => feed.prices)
      expect(new Set(names).size, id).toBe(names.length)
      for (const name of names) {
        const [, address] = name.split('/')
        if (address?.startsWith('0x')) expect(toChecksumAddress(address), name).toBe(address)
      }
    }
  })

  it('have the sequencer on every rollup', () => {
    const rollups = ['eip155:10', 'eip155:8453', 'eip155:42161']
    for (const [id, { sequencer }] of Object.entries(oracleData)) {
      expect(sequencer !== undefined, id).toBe(rollups.includes(id))
    }
  })
})
