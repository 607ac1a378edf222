import { createKernel } from '@latchkey/kernel'
import { definePlugin, Log } from '@latchkey/kernel/plugin'
import { type PriceCurrency, Prices, type PriceRequest, ServicePrices } from '@latchkey/kernel/contracts'
import { fakeClock, fakeStorage } from '@latchkey/kernel/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nameOfPriced } from './lazy/nameOfPriced.js'
import {
  type Priced,
  type PriceReader,
  type PriceReading,
  type PriceSource,
  priceSource,
} from './PriceSource.js'
import { prices, type PricesOptions } from './prices.js'

const coin = { networkId: 'eip155:1' } as const
const token = { networkId: 'eip155:1', address: '0xAbc0000000000000000000000000000000000000' } as const
const usd: Priced = { currency: 'usd' }

interface TestSource extends PriceSource {
  /** What was asked, one entry a request. */
  readonly asked: (readonly string[])[]
  said: Readonly<Record<string, string | PriceReading | undefined>>
  read: PriceReader['read'] | undefined
}

/** A source that says what a test wants, of the names in `said`. */
function source(id: string, said: TestSource['said'] = {}): TestSource {
  const asked: (readonly string[])[] = []
  const made: TestSource = Object.assign(
    priceSource({
      id,
      uses: {},
      open: async () => ({
        supports: (asset) => nameOfPriced(asset) in made.said,
        read: async (request) => {
          const names = request.assets.map(nameOfPriced)
          asked.push(names)
          if (made.read) return made.read(request)
          return names.map((name) => {
            const found = made.said[name]
            return typeof found === 'string' ? { price: found, in: usd } : found
          })
        },
      }),
    }),
    { asked, said, read: undefined } as Pick<TestSource, 'asked' | 'said' | 'read'>,
  )
  return made
}

function setUp(sources: readonly PriceSource[], options?: PricesOptions) {
  const lines: string[] = []
  const clock = fakeClock()
  const logging = definePlugin({
    id: 'test.log',
    kernel: '^1.0.0',
    provides: [Log],
    setup: (context) =>
      context.provide(Log, () => ({
        error: (line: string) => void lines.push(line),
        warn: (line: string) => void lines.push(line),
        info: () => {},
        debug: () => {},
      })),
  })
  const kernel = createKernel([logging, prices(sources, options)], {
    clock,
    storage: fakeStorage(),
    onPluginError: 'throw',
  })
  const service = kernel.get(Prices)
  return { kernel, clock, lines, service, read: (request: PriceRequest) => service.read(request) }
}

describe('the order of sources', () => {
  it('takes the first answer that another source confirms, and asks nobody after that', async () => {
    const sources = [
      source('one', { 'eip155:1': '3000' }),
      source('two', { 'eip155:1': '3010.5' }),
      source('three', { 'eip155:1': '1' }),
    ]
    const { read } = setUp(sources)
    expect(await read(coin)).toBe('3000')
    expect(sources.map(({ asked }) => asked.length)).toEqual([1, 1, 0])
  })

  it('takes the only answer there is, from whichever source', async () => {
    const { read } = setUp([source('one'), source('two', { 'eip155:1': '3000' })])
    expect(await read(coin)).toBe('3000')
    expect(await read(token)).toBeUndefined()
  })

  it('lets a third decide between two that disagree, and gives no price where all do', async () => {
    const third = source('three', { 'eip155:1': '2990' })
    const { read, clock, lines } = setUp([
      source('one', { 'eip155:1': '30000' }),
      source('two', { 'eip155:1': '3000' }),
      third,
    ])
    expect(await read(coin)).toBe('3000')
    clock.advance(31_000)
    third.said = { 'eip155:1': '7' }
    expect(await read(coin)).toBeUndefined()
    expect(lines).toEqual([expect.stringContaining('has no price: its sources disagree (30000, 3000, 7).')])
  })

  it('keeps to the bound of the host', async () => {
    const sources = () => [source('one', { 'eip155:1': '100' }), source('two', { 'eip155:1': '100.5' })]
    expect(await setUp(sources(), { bound: 50n }).read(coin)).toBe('100')
    expect(await setUp(sources(), { bound: 49n }).read(coin)).toBeUndefined()
  })

  it('compares what came with a holding as the last source', async () => {
    const { read, service } = setUp([source('one', { 'eip155:1': '3000' })])
    expect(service.weighsTold).toBe(true)
    expect(await read({ ...coin, told: '3001' })).toBe('3000')
    expect(await read({ ...coin, told: '300000' })).toBeUndefined()
    expect(await read({ ...token, told: '2.50' })).toBe('2.5')
    expect(await read({ ...token, told: '-2' })).toBeUndefined()
  })
})

describe('what is no price', () => {
  it.each(['0', '0.000', '-1', 'NaN', '1e9', '', '9'.repeat(19), '<b>1</b>'])('is %j', async (price) => {
    const { read } = setUp([source('one', { 'eip155:1': price }), source('two', { 'eip155:1': '3000' })])
    expect(await read(coin)).toBe('3000')
    expect(await setUp([source('one', { 'eip155:1': price })]).read(coin)).toBeUndefined()
  })

  it('is what one source alone says when it doubles or halves within a quarter of an hour', async () => {
    const only = source('one', { 'eip155:1': '3000' })
    const { read, clock, lines } = setUp([only])
    expect(await read(coin)).toBe('3000')
    for (const [price, found] of [
      ['6001', undefined],
      ['1499', undefined],
      ['5000', '5000'],
    ] as const) {
      clock.advance(31_000)
      only.said = { 'eip155:1': price }
      expect(await read(coin)).toBe(found)
    }
    expect(lines).toEqual([expect.stringContaining('it moved too far at once (6001)')])
    clock.advance(16 * 60_000)
    only.said = { 'eip155:1': '20000' }
    expect(await read(coin)).toBe('20000')
  })
})

describe('requests', () => {
  it('are one for all questions of a moment, and none for a young answer', async () => {
    const one = source('one', { 'eip155:1': '3000', [nameOfPriced(token)]: '2' })
    const { read, clock } = setUp([one])
    const upper = { ...token, address: token.address.toUpperCase().replace('0X', '0x') }
    expect(await Promise.all([read(coin), read(token), read(coin), read(upper)])).toEqual([
      '3000',
      '2',
      '3000',
      '2',
    ])
    expect(one.asked).toEqual([['eip155:1', nameOfPriced(token)]])
    await read(coin)
    expect(one.asked).toHaveLength(1)
    clock.advance(30_000)
    await read(coin)
    expect(one.asked).toHaveLength(2)
  })

  it('pass a source over that hangs or fails, and leave it alone for a minute', async () => {
    for (const fault of [() => new Promise<never>(() => {}), () => Promise.reject(new Error('Down.'))]) {
      const broken = source('broken', { 'eip155:1': '1' })
      broken.read = fault
      const { read, clock, lines } = setUp([broken, source('two', { 'eip155:1': '3000' })])
      const answer = read(coin)
      await expect.poll(() => broken.asked.length).toBe(1)
      clock.advance(5_000)
      expect(await answer).toBe('3000')
      expect(lines).toEqual([expect.stringContaining('"broken" is left alone for a minute')])
      clock.advance(31_000)
      expect(await read(coin)).toBe('3000')
      expect(broken.asked).toHaveLength(1)
      clock.advance(30_000)
      broken.read = undefined
      broken.said = { 'eip155:1': '3001' }
      expect(await read(coin)).toBe('3001')
    }
  })

  it('end with the asker who gave up, and go on for the others', async () => {
    const slow = source('slow', { 'eip155:1': '3000' })
    let finish = (_: readonly PriceReading[]) => {}
    slow.read = () =>
      new Promise((resolve) => {
        finish = resolve
      })
    const { read } = setUp([slow])
    const gone = new AbortController()
    const left = read({ ...coin, signal: gone.signal })
    const stays = read(coin)
    await expect.poll(() => slow.asked.length).toBe(1)
    gone.abort()
    await expect(left).rejects.toMatchObject({ code: 'REQUEST_ABORTED' })
    finish([{ price: '3000', in: usd }])
    expect(await stays).toBe('3000')
  })
})

describe('currencies', () => {
  it('follow from the dollar, cut after thirty places', async () => {
    const one = source('one', { 'eip155:1': '3000', 'currency:eur': '1.08', 'currency:jpy': '0.0065' })
    const { read } = setUp([one])
    expect(await read({ ...coin, currency: 'eur' })).toBe('2777.777777777777777777777777777777')
    expect(await read({ ...coin, currency: 'jpy' })).toMatch(/^461538\.461538/)
    expect(await read({ ...coin, currency: 'gbp' })).toBeUndefined()
  })

  it('are taken as they come where a source knows them', async () => {
    const one = source('one', { 'eip155:1': { price: '2700', in: { currency: 'eur' } } })
    expect(await setUp([one]).read({ ...coin, currency: 'eur' })).toBe('2700')
  })

  it('follow from another asset, whose own price another source knows', async () => {
    const pool = source('pool', { [nameOfPriced(token)]: { price: '2', in: coin } })
    const feeds = source('feeds', { 'eip155:1': '3000.5' })
    expect(await setUp([feeds, pool]).read(token)).toBe('6001')
    expect(await setUp([pool]).read(token)).toBeUndefined()
  })

  it('never wait for themselves', async () => {
    const circle = source('circle', {
      'eip155:1': { price: '2', in: token },
      [nameOfPriced(token)]: { price: '0.5', in: coin },
      'currency:eur': { price: '1', in: coin },
    })
    const { read } = setUp([circle])
    expect(await Promise.all([read(coin), read(token), read({ ...coin, currency: 'eur' })])).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})

it('says no price that fewer than two of three sources stand by, whatever they say', async () => {
  const said = fc.constantFrom('3000', '3001', '2900', '30000', '0', '-3000', '0.00001', 'NaN', undefined)
  await fc.assert(
    fc.asyncProperty(fc.array(said, { minLength: 3, maxLength: 3 }), async (all) => {
      const { read } = setUp(all.map((price, index) => source(`source${index}`, { 'eip155:1': price })))
      const sound = all.filter(
        (price) => price !== undefined && /^(?!0$)\d+(\.\d+)?$/.test(price),
      ) as string[]
      const near = sound.find((price, index) =>
        sound.some((other, place) => place !== index && isNear(price, other)),
      )
      expect(await read(coin)).toBe(sound.length === 1 ? sound[0] : near)
    }),
    { numRuns: 300 },
  )
})

/** The honest ones are within a tenth of each other, and of nothing else. */
const honest = ['3000', '3001', '2900']
const isNear = (one: string, other: string) =>
  one === other || (honest.includes(one) && honest.includes(other))

it.each([
  ['no source', () => prices([])],
  ['a source twice', () => prices([source('one'), source('one')])],
  ['a bound of nothing', () => prices([source('one')], { bound: 0n })],
])('refuses %s', (_, compose) => {
  expect(compose).toThrowErrorMatchingSnapshot()
})

it('leaves a source out whose services nobody provides', async () => {
  const lone = priceSource({
    id: 'lone',
    uses: { service: ServicePrices },
    open: () => Promise.reject(new Error('Opened without its service.')),
  })
  const { read, lines } = setUp([lone, source('one', { 'eip155:1': '3000' })])
  expect(await read(coin)).toBe('3000')
  expect(lines).toEqual([])
})

it('knows each currency that the contract has', async () => {
  const currencies: readonly PriceCurrency[] = ['usd', 'eur', 'btc']
  const rates = source('rates', { 'eip155:1': '3000', 'currency:eur': '1', 'currency:btc': '60000' })
  const { read } = setUp([rates])
  expect(await Promise.all(currencies.map((currency) => read({ ...coin, currency })))).toEqual([
    '3000',
    '3000',
    '0.05',
  ])
})
