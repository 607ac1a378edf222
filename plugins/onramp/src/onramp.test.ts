// What happens between the press and the coin: nothing shows as success before the chain says so.
import { definePlugin, Feature, type ListReader } from '@latchkey/kernel/plugin'
import { Navigation, Notifications } from '@latchkey/kernel/wallet'
import { Prices, type PricesService } from '@latchkey/kernel/contracts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Onramp } from './index.js'
import { arrival, honestQuote, openBench, pageOrigin, settle } from '../test/onrampBench.js'

type Bench = Awaited<ReturnType<typeof openBench>>

const benches: Bench[] = []
async function open(options: Parameters<typeof openBench>[0] = {}) {
  const bench = await openBench(options)
  benches.push(bench)
  return bench
}
afterEach(async () => {
  for (const { kernel } of benches.splice(0)) await kernel.dispose()
  vi.unstubAllGlobals()
})

async function bought(options: Parameters<typeof openBench>[0] = {}) {
  const bench = await open(options)
  const controller = await bench.ready()
  controller.buy()
  await settle()
  return { ...bench, controller }
}

describe('the form', () => {
  it('asks for the host’s currency, the country’s offers and the first asset', async () => {
    const { state, ready } = await open()
    await ready()
    expect(state).toMatchObject({ country: 'DE', currency: 'USD', method: 'card', amountText: '100' })
    expect(state.asset).toMatchObject({ symbol: 'USD' })
    expect(state.offers).toMatchObject([
      { name: 'Example', feeLabel: '1–2%', status: 'quoted', isBest: true },
    ])
  })

  it.each(['', '0', '9.99', '7500.01'])('asks nobody for %j, which can’t be paid', async (amount) => {
    const { state, world, ready } = await open()
    world.quote = vi.fn()
    await ready(amount)
    expect([state.offers, vi.mocked(world.quote).mock.calls]).toEqual([[], []])
  })

  it('drops what was offered for another amount at once, and a late answer with it', async () => {
    const { state, world, clock, ready, pass } = await open()
    const controller = await ready()
    const answers: (() => void)[] = []
    world.quote = (request) =>
      new Promise((resolve) => answers.push(() => resolve(honestQuote(request, clock.now()))))
    controller.setAmount('200')
    expect(state.offers).toEqual([])
    await pass(250)
    controller.setAmount('300')
    await pass(250)
    answers[0]?.()
    await settle()
    expect(state.offers).toMatchObject([{ status: 'loading' }])
    answers[1]?.()
    await settle()
    expect(state.offers[0]?.quote?.total).toBe('300')
  })

  it('asks again before an offer is too old, and never buys by one that is', async () => {
    const { state, world, clock, ready, pass } = await open()
    const controller = await ready()
    const stop = controller.watch()
    await settle()
    world.quote = vi.fn(async (request) => honestQuote(request, clock.now()))
    await pass(28_000)
    expect(vi.mocked(world.quote).mock.calls).toHaveLength(1)
    stop()
    await pass(60_000)
    controller.buy()
    await settle()
    expect([world.windows.length, state.error?.code]).toEqual([0, 'ONRAMP_QUOTE_STALE'])
    controller.buy()
    await settle()
    expect(world.windows).toHaveLength(1)
  })

  it('says that there is no offer, and invents none', async () => {
    const { state, world, ready } = await open()
    world.quote = async () => {
      throw new Error('No.')
    }
    const controller = await ready()
    expect(state.offers).toMatchObject([{ status: 'failed', error: { code: 'ONRAMP_QUOTE_FAILED' } }])
    expect(state.offers[0]?.quote).toBeUndefined()
    controller.buy()
    await settle()
    expect(world.windows).toEqual([])
  })

  it('gives up on an answer that never comes', async () => {
    const { state, world, ready, pass } = await open()
    world.quote = () => new Promise(() => {})
    await ready()
    expect(state.offers).toMatchObject([{ status: 'loading' }])
    await pass(10_000)
    expect(state.offers).toMatchObject([{ status: 'failed' }])
  })

  it.each(['ordinals', 'watching'] as const)('buys nothing for an account of kind %s', async (kind) => {
    let list: ListReader | undefined
    const reader = definePlugin({
      id: 'test.reader',
      kernel: '^1.0.0',
      setup(context) {
        list = (point) => context.list(point)
      },
    })
    const { state, world, ready } = await open({ kind, add: [reader] })
    const controller = await ready()
    controller.buy()
    await settle()
    expect([state.target, state.offers, state.purchases, world.windows]).toEqual([undefined, [], [], []])
    const feature = (list as ListReader)(Feature).find(({ id }) => id === 'onramp')
    expect(feature?.when?.()).toBe(false)
  })

  it.each([
    ['ordinals', 'This address is for ordinals. Choose your payment address to buy.'],
    ['watching', 'You only watch this account. Connect its wallet to buy for it.'],
  ] as const)('says why it doesn’t open for an account of kind %s', async (kind, text) => {
    const { kernel, ready } = await open({ kind })
    await ready()
    await kernel.get(Onramp).open()
    expect(kernel.get(Navigation).state.entries).toEqual([])
    expect(kernel.get(Notifications).state.toasts).toMatchObject([{ message: { section: 'onramp', text } }])
  })
})

describe('the page', () => {
  it('opens in the press itself, cannot reach back, and shows the provider’s page', async () => {
    const bench = await open()
    const controller = await bench.ready()
    controller.buy()
    expect(bench.world.windows).toMatchObject([{ url: 'about:blank', opener: null }])
    await settle()
    expect(bench.world.windows[0]?.url).toBe(`${pageOrigin}/buy?session=1`)
    expect(bench.purchase()).toMatchObject({ status: 'open', amount: '100', expected: '98.5', isPaid: false })
  })

  it('has another way where the browser opens no window', async () => {
    const bench = await open()
    bench.world.isBlocked = true
    const controller = await bench.ready()
    controller.buy()
    await settle()
    const id = bench.purchase()?.id as string
    expect([bench.state.blocked, bench.world.windows]).toEqual([[id], []])
    controller.openPage(id, 'tab')
    expect(bench.world.windows).toMatchObject([{ url: `${pageOrigin}/buy?session=1` }])
  })

  it('is told of when the person closed the window before it was there', async () => {
    const bench = await open()
    const controller = await bench.ready()
    controller.buy()
    for (const opened of bench.world.windows) opened.closed = true
    await settle()
    expect(bench.state.blocked).toEqual([bench.purchase()?.id])
  })

  it('says that nothing was paid when the host’s server makes none', async () => {
    const bench = await open()
    bench.world.open = async () => {
      throw new Error('HTTP 500')
    }
    const controller = await bench.ready()
    controller.buy()
    await settle()
    expect([bench.state.error?.code, bench.state.isOpening, bench.purchase()]).toEqual([
      'ONRAMP_PAGE_FAILED',
      false,
      undefined,
    ])
    expect(bench.world.windows).toMatchObject([{ closed: true }])
  })
})

describe('the purchase', () => {
  it('is successful once the chain shows all of it, and not by the provider’s word', async () => {
    const bench = await open()
    bench.world.status = async () => ({ state: 'delivered', transactionIds: ['0xd1'] })
    const controller = await bench.ready()
    controller.buy()
    await settle()
    await bench.pass(4_000)
    expect(bench.purchase()).toMatchObject({ status: 'open', isPaid: true })
    bench.world.records = [arrival('0xd1', 98_500_000n)]
    await bench.pass(4_000)
    expect(bench.purchase()).toMatchObject({ status: 'delivered', received: '98.5', transactionId: '0xd1' })
    expect(bench.state.watched).toEqual([])
  })

  it.each([
    [true, []],
    [false, [{ message: { section: 'onramp', key: 'toastArrived' } }]],
  ])('is told by a message only where its view doesn’t say it: %s', async (isShown, toasts) => {
    const bench = await open()
    const controller = await bench.ready()
    if (isShown) bench.kernel.get(Navigation).attach(() => true)
    controller.buy()
    await settle()
    bench.world.records = [arrival('0xd1', 98_500_000n)]
    await bench.pass(4_000)
    expect(bench.purchase()?.status).toBe('delivered')
    expect(bench.kernel.get(Notifications).state.toasts).toMatchObject(toasts)
  })

  it.each([
    ['an older transaction', (at: number) => [arrival('0x1', 98_500_000n, { minedAt: at - 600_000 })]],
    ['one that is pending', () => [{ ...arrival('0x1', 98_500_000n), status: 'pending' as const }]],
    ['one that failed', () => [{ ...arrival('0x1', 98_500_000n), status: 'failed' as const }]],
    [
      'one that an explorer alone tells',
      () => [{ ...arrival('0x1', 98_500_000n), isUnproven: true as const }],
    ],
    [
      'a transfer that an explorer adds to one of the chain',
      () => {
        const { transfers, ...known } = arrival('0x1', 98_500_000n)
        return [{ ...known, transfers: transfers.map((one) => ({ ...one, isUnproven: true as const })) }]
      },
    ],
    ['one that nobody is sure of', () => [{ ...arrival('0x1', 98_500_000n), isUncertain: true as const }]],
    [
      'another token of the same name',
      () => [
        arrival('0x1', 98_500_000n, { asset: { networkId: 'eip155:1', address: '0xff', symbol: 'USD' } }),
      ],
    ],
    ['the coin', () => [arrival('0x1', 98_500_000n, { asset: { networkId: 'eip155:1', symbol: 'USD' } })]],
    [
      'another network',
      () => [
        arrival('0x1', 98_500_000n, { asset: { networkId: 'eip155:2', address: '0xaaaa', symbol: 'USD' } }),
      ],
    ],
    [
      'what leaves',
      () => [
        {
          ...arrival('0x1', 98_500_000n),
          transfers: arrival('0x1', 98_500_000n).transfers.map((one) => ({
            ...one,
            direction: 'out' as const,
          })),
        },
      ],
    ],
  ])('is not delivered by %s', async (_, records) => {
    const bench = await bought()
    bench.world.records = records(bench.clock.now())
    await bench.pass(8_000)
    expect(bench.purchase()).toMatchObject({ status: 'open' })
  })

  it('is not delivered by what was there before', async () => {
    const bench = await open()
    bench.world.records = [arrival('0xold', 98_500_000n)]
    const controller = await bench.ready()
    controller.buy()
    await settle()
    await bench.pass(8_000)
    expect(bench.purchase()?.status).toBe('open')
  })

  it('is partial until all of it has arrived, to the last unit', async () => {
    const bench = await bought()
    bench.world.records = [arrival('0x1', 98_499_999n)]
    await bench.pass(4_000)
    expect(bench.purchase()).toMatchObject({ status: 'partial', received: '98.499999' })
    bench.world.records = [arrival('0x2', 1n), arrival('0x1', 98_499_999n)]
    await bench.pass(4_000)
    expect(bench.purchase()).toMatchObject({ status: 'delivered', received: '98.5' })
  })

  it('counts only the transactions that the provider names', async () => {
    const bench = await open()
    bench.world.status = async () => ({ state: 'delivered', transactionIds: ['0xd1'] })
    const controller = await bench.ready()
    controller.buy()
    await settle()
    bench.world.records = [arrival('0xfriend', 98_500_000n)]
    await bench.pass(8_000)
    expect(bench.purchase()?.status).toBe('open')
  })

  it.each(['failed', 'refunded'] as const)(
    'is %s by the provider’s word, unless the chain shows it',
    async (told) => {
      const bench = await open()
      bench.world.status = async () => ({ state: 'paid' })
      const controller = await bench.ready()
      controller.buy()
      await settle()
      bench.world.status = async () => ({ state: told })
      await bench.pass(4_000)
      expect(bench.purchase()).toMatchObject({ status: told })
      bench.world.records = [arrival('0x1', 98_500_000n)]
      controller.lookFor(bench.purchase()?.id as string)
      await settle()
      expect(bench.purchase()?.status).toBe(told === 'failed' ? 'delivered' : 'refunded')
    },
  )

  it('is looked for every 4 seconds, and for 3 minutes; then the person may ask again', async () => {
    const bench = await bought()
    bench.world.reads.length = 0
    for (let second = 0; second < 176; second += 4) await bench.pass(4_000)
    // Past every cache, so that nobody waits for one to end.
    expect(bench.world.reads).toEqual(Array.from({ length: 44 }, () => true))
    expect(bench.state.watched).toHaveLength(1)
    await bench.pass(4_000)
    await bench.pass(4_000)
    expect([bench.state.watched, bench.purchase()?.status]).toEqual([[], 'open'])
    bench.world.records = [arrival('0x1', 98_500_000n)]
    await bench.pass(60_000)
    expect(bench.purchase()?.status).toBe('open')
    bench.controller.lookFor(bench.purchase()?.id as string)
    await settle()
    expect(bench.purchase()?.status).toBe('delivered')
  })

  it('goes on when the chain can’t be read for a while', async () => {
    const bench = await bought()
    bench.world.historyFails = true
    await bench.pass(8_000)
    expect(bench.purchase()?.status).toBe('open')
    bench.world.historyFails = false
    bench.world.records = [arrival('0x1', 98_500_000n)]
    await bench.pass(4_000)
    expect(bench.purchase()?.status).toBe('delivered')
  })

  it('is taken up after a reload, without a press', async () => {
    const first = await bought()
    await first.kernel.dispose()
    const second = await open({ storage: first.storage })
    second.world.records = [arrival('0x1', 98_500_000n)]
    await settle()
    await second.pass(4_000)
    expect(second.purchase()).toMatchObject({ status: 'delivered', received: '98.5' })
  })

  it('opens no page that somebody else wrote into the storage', async () => {
    const bench = await bought()
    const key = 'latchkey:onramp.purchases'
    const stored = JSON.parse(bench.storage.get(key) as string) as { url: string }[]
    bench.storage.set(key, JSON.stringify(stored.map((one) => ({ ...one, url: 'https://evil.example/' }))))
    const before = bench.world.windows.length
    bench.controller.openPage(bench.purchase()?.id as string, 'window')
    expect([bench.world.windows.length - before, bench.state.error?.code]).toEqual([0, 'ONRAMP_PAGE_REFUSED'])
  })
})

describe('the market’s price', () => {
  const priced = (read: PricesService['read']) =>
    definePlugin({
      id: 'test.prices',
      kernel: '^1.0.0',
      provides: [Prices],
      setup: (context) => context.provide(Prices, () => ({ read })),
    })

  it.each([
    // Of 100 dollars 98.5 arrive.
    ['1', 15n],
    ['0.9', 113n],
    // As much, and more.
    ['1.0152284263959391', undefined],
    ['1.2', undefined],
    // No number, or none at all.
    ['0', undefined],
    ['1e3', undefined],
    [undefined, undefined],
  ])('of %s puts an offer so many thousandths below it: %s', async (price, expected) => {
    const { state, ready } = await open({ add: [priced(async () => price)] })
    await ready()
    expect(state.offers).toMatchObject([{ status: 'quoted' }])
    expect(state.offers[0]?.belowMarket).toBe(expected)
  })

  it('is asked for what is bought in the currency that is paid, once for all offers', async () => {
    const read = vi.fn<PricesService['read']>(async () => '1')
    const { ready } = await open({ add: [priced(read)] })
    await ready()
    expect(read.mock.calls.map(([{ signal: _, ...asked }]) => asked)).toEqual([
      { networkId: 'eip155:1', address: '0xaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', currency: 'usd' },
    ])
  })

  it('that can’t be had costs no offer', async () => {
    const add = [priced(() => Promise.reject(new Error('down')))]
    const { state, ready } = await open({ add })
    await ready()
    expect(state.offers).toMatchObject([{ status: 'quoted', isBest: true }])
    expect(state.offers[0]?.belowMarket).toBeUndefined()
  })
})
