import { createKernel } from '@latchkey/kernel'
import { Prices } from '@latchkey/kernel/contracts'
import { fakeStorage } from '@latchkey/kernel/testing'
import { type PriceServices, type PriceServicesOptions, startPriceServices } from '@latchkey/devstack/prices'
import { afterEach, describe, expect, it } from 'vitest'
import { coinGecko, type CoinGeckoOptions } from './coinGecko.js'
import { defiLlama } from './defiLlama.js'
import { prices } from './prices.js'

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

let services: PriceServices | undefined
afterEach(async () => {
  await services?.stop()
  services = undefined
})

const listed = {
  ethereum: { prices: { usd: 3120.55, eur: 2889.4 } },
  solana: { prices: { usd: 150.000001 } },
  bitcoin: { prices: { usd: 97_000 } },
  [`ethereum:${usdc}`]: { prices: { usd: 0.9998 } },
  [`solana:${mint}`]: { prices: { usd: 1.0001 } },
  'ethereum:0x0000000000000000000000000000000000000001': { prices: { usd: 1.5e-12 } },
}

async function setUp(
  kind: 'gecko' | 'llama',
  own: PriceServicesOptions = {},
  options: CoinGeckoOptions = {},
) {
  const started = await startPriceServices({ listed, ...own })
  services = started
  const source =
    kind === 'gecko' ? coinGecko({ url: started.geckoUrl, ...options }) : defiLlama({ url: started.llamaUrl })
  const kernel = createKernel([prices([source])], {
    storage: fakeStorage(),
    onPluginError: 'throw',
    logLevel: 'silent',
  })
  return { services: started, service: kernel.get(Prices) }
}

describe.each(['gecko', 'llama'] as const)('the mapping of %s', (kind) => {
  it('reads coins and tokens of several chains, exactly', async () => {
    const { service } = await setUp(kind)
    const found = await Promise.all([
      service.read({ networkId: 'eip155:1' }),
      service.read({ networkId: 'eip155:8453' }),
      service.read({ networkId: solana }),
      service.read({ networkId: 'bip122:000000000019d6689c085ae165831e93' }),
      service.read({ networkId: 'eip155:1', address: usdc }),
      service.read({ networkId: solana, address: mint }),
      service.read({ networkId: 'eip155:1', address: '0x0000000000000000000000000000000000000001' }),
      service.read({ networkId: 'eip155:1', address: '0x0000000000000000000000000000000000000002' }),
    ])
    expect(found).toEqual([
      '3120.55',
      '3120.55',
      '150.000001',
      '97000',
      '0.9998',
      '1.0001',
      '0.0000000000015',
      undefined,
    ])
  })

  it('sends no address that could be something else, and asks nothing about networks it does not know', async () => {
    const { service, services: asked } = await setUp(kind)
    for (const address of ['../../admin', 'a,b', '0x1?x=', '']) {
      expect(await service.read({ networkId: 'eip155:1', address })).toBeUndefined()
    }
    expect(await service.read({ networkId: 'eip155:31337', address: usdc })).toBeUndefined()
    expect(asked.requests).toEqual([])
  })

  it('takes an old price, one of tomorrow, zero and a negative one for none', async () => {
    const { service, services: made } = await setUp(kind)
    const now = Math.floor(Date.now() / 1_000)
    made.set({
      ethereum: { prices: { usd: 3000 }, madeAt: now - 3_700 },
      bitcoin: { prices: { usd: 97_000 }, madeAt: now + 3_600 },
      solana: { prices: { usd: 0 } },
      binancecoin: { prices: { usd: -600 } },
    })
    const networks = ['eip155:1', 'bip122:000000000019d6689c085ae165831e93', solana, 'eip155:56'] as const
    const found = await Promise.all(networks.map((networkId) => service.read({ networkId })))
    expect(found).toEqual([undefined, undefined, undefined, undefined])
  })

  it.each([
    ['500', { status: 500 }],
    ['a page', { body: '<html>' }],
    ['another form', { body: '{"coins":[],"ethereum":"3000"}' }],
    ['null', { body: 'null' }],
  ] as const)('says that the price could not be read to %s, and asks once', async (_, faults) => {
    const { service, services: made } = await setUp(kind)
    made.setFaults(faults)
    for (const networkId of ['eip155:1', 'eip155:8453'] as const)
      await expect(service.read({ networkId })).rejects.toMatchObject({ code: 'PRICE_UNAVAILABLE' })
    expect(made.requests).toHaveLength(1)
  })
})

describe('CoinGecko', () => {
  it('asks in the currency that is wanted', async () => {
    const { service, services: made } = await setUp('gecko')
    expect(await service.read({ networkId: 'eip155:1', currency: 'eur' })).toBe('2889.4')
    expect(made.requests).toEqual([expect.stringContaining('vs_currencies=eur')])
  })

  const tokens = Array.from({ length: 12 }, (_, index) => `0x${index.toString(16).padStart(40, '0')}`)
  const many = Object.fromEntries(tokens.map((address) => [`ethereum:${address}`, { prices: { usd: 2 } }]))

  it('names as many tokens in a request as the plan allows, in at most eight requests', async () => {
    const without = await setUp('gecko', { listed: many })
    const read = ({ service }: typeof without) =>
      Promise.all(tokens.map((address) => service.read({ networkId: 'eip155:1', address })))
    expect((await read(without)).filter((price) => price === '2')).toHaveLength(8)
    expect(without.services.requests).toHaveLength(8)
    await without.services.stop()
    const keyed = await setUp('gecko', { listed: many, key: 'CG-test' }, { key: 'CG-test' })
    expect(await read(keyed)).toEqual(tokens.map(() => '2'))
    expect(keyed.services.requests).toHaveLength(1)
    expect(keyed.services.requests.join()).not.toContain('CG-test')
  })

  it('keeps what came when the limit is reached in the middle', async () => {
    const { service } = await setUp('gecko', { listed: many, requestsPerMinute: 3 })
    const found = await Promise.all(tokens.map((address) => service.read({ networkId: 'eip155:1', address })))
    expect(found.filter((price) => price === '2')).toHaveLength(3)
  })
})

describe('DefiLlama', () => {
  it('asks for everything in one request, and turns dollars into nothing it does not know', async () => {
    const { service, services: made } = await setUp('llama')
    await Promise.all([
      service.read({ networkId: 'eip155:1' }),
      service.read({ networkId: 'eip155:1', address: usdc }),
    ])
    expect(made.requests).toEqual([
      `/llama/prices/current/coingecko:ethereum,ethereum:${usdc}?searchWidth=1h`,
    ])
    expect(await service.read({ networkId: 'eip155:1', currency: 'eur' })).toBeUndefined()
    expect(await service.read({ networkId: solana, currency: 'btc' })).toMatch(/^0\.00154639/)
  })

  it('takes a price that the service is not sure of for none', async () => {
    const { service, services: made } = await setUp('llama')
    made.set({ ethereum: { prices: { usd: 3000 }, confidence: 0.5 } })
    expect(await service.read({ networkId: 'eip155:1' })).toBeUndefined()
  })
})
