// Providers that lie: no offer that doesn't add up is shown, and no page for another purchase is opened.
import { afterEach, describe, expect, it, vi } from 'vitest'
import fc from 'fast-check'
import { attackBounds } from '../../../../kernel/test/attack.js'
import {
  alice,
  coin,
  honestQuote,
  honestSession,
  openBench,
  pageOrigin,
  settle,
} from '../../test/onrampBench.js'
import type { OnrampQuote, OnrampRequest, OnrampSession } from '../index.js'

type Bench = Awaited<ReturnType<typeof openBench>>
let bench: Bench | undefined
afterEach(async () => {
  await bench?.kernel.dispose()
  bench = undefined
  vi.unstubAllGlobals()
})

const quoteLies: readonly (readonly [what: string, lie: (quote: OnrampQuote) => unknown])[] = [
  ['a negative fee', (quote) => ({ ...quote, fees: [{ kind: 'provider', amount: '-1.2' }] })],
  ['a fee that it leaves out', ({ fees, ...quote }) => ({ ...quote, fees: fees.slice(1) })],
  [
    'a fee more than the total',
    (quote) => ({ ...quote, fees: [...quote.fees, { kind: 'other', amount: '0.01' }] }),
  ],
  ['another total', (quote) => ({ ...quote, total: '1000' })],
  ['another asset', (quote) => ({ ...quote, asset: coin })],
  ['another network', (quote) => ({ ...quote, asset: { ...quote.asset, networkId: 'eip155:2' } })],
  ['another currency', (quote) => ({ ...quote, currency: 'EUR' })],
  ['nothing to receive', (quote) => ({ ...quote, receives: '0.000' })],
  ['an amount with an exponent', (quote) => ({ ...quote, receives: '1e9' })],
  ['an amount that is a number', (quote) => ({ ...quote, receives: 98.5 })],
  ['an amount without end', (quote) => ({ ...quote, receives: '9'.repeat(100_000) })],
  ['a thousand fees', (quote) => ({ ...quote, fees: Array.from({ length: 1_000 }, () => quote.fees[0]) })],
  ['nothing', () => undefined],
  ['a text', () => '<img src=x onerror=alert(1)>'],
]

const sessionLies: readonly (readonly [what: string, lie: (session: OnrampSession) => unknown])[] = [
  ['another address', (session) => ({ ...session, address: '0xBadBADbaDbAdbadBADBadbAdBADBADBadBADBad0' })],
  ['another asset', (session) => ({ ...session, asset: coin })],
  ['more money', (session) => ({ ...session, amount: '1000' })],
  ['another currency', (session) => ({ ...session, currency: 'EUR' })],
  ...[
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'http://pay.example/buy',
    'https://pay.example.evil.example/buy',
    'https://pay.example@evil.example/buy',
    'https://user:secret@pay.example/buy',
    'https://evil.example/?https://pay.example',
    'https://pay.example:8443/buy',
    '//evil.example',
    'blob:https://pay.example/1',
    `https://pay.example/${'x'.repeat(10_000)}`,
    '',
  ].map(
    (url) => [`the page ${url.slice(0, 60)}`, (session: OnrampSession) => ({ ...session, url })] as const,
  ),
  ['nothing', () => undefined],
]

describe('an offer', () => {
  it.each(quoteLies)('with %s is refused by a sentence', async (_, lie) => {
    bench = await openBench()
    const { world, clock, state } = bench
    world.quote = async (request) => lie(honestQuote(request, clock.now())) as OnrampQuote
    const controller = await bench.ready()
    expect(state.offers).toMatchObject([{ status: 'failed', error: { code: 'ONRAMP_QUOTE_INVALID' } }])
    expect(state.offers[0]?.quote).toBeUndefined()
    controller.buy()
    await settle()
    expect(world.windows).toEqual([])
  })

  it('is held for a minute at most, whatever it says', async () => {
    bench = await openBench()
    const { world, clock, state } = bench
    world.quote = async (request) => ({ ...honestQuote(request, 0), validUntil: Number.MAX_SAFE_INTEGER })
    await bench.ready()
    expect(state.offers[0]?.quote?.validUntil).toBeLessThanOrEqual(clock.now() + 60_000)
  })

  it('of any form throws nothing and shows nothing that isn’t whole', async () => {
    bench = await openBench()
    const { world, clock, state } = bench
    const controller = await bench.ready()
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('asset', 'currency', 'total', 'subtotal', 'fees', 'receives'),
        fc.anything(),
        async (member, value) => {
          const honest = honestQuote(
            { asset: state.asset, currency: 'USD', amount: '100' } as OnrampRequest,
            clock.now(),
          )
          world.quote = async () => ({ ...honest, [member]: value }) as OnrampQuote
          controller.retry()
          await settle()
          const [offer] = state.offers
          if (offer?.status === 'quoted')
            expect(offer.quote).toMatchObject({
              ...honest,
              validUntil: expect.any(Number),
              receives: expect.stringMatching(/^\d+(\.\d+)?$/),
            })
          else expect(offer?.error?.code).toMatch(/^ONRAMP_/)
        },
      ),
      attackBounds(30),
    )
  })
})

describe('a page', () => {
  it.each(sessionLies)('for %s is not opened, and nothing is written down', async (_, lie) => {
    bench = await openBench()
    const { world, state } = bench
    world.open = async (request) => lie(honestSession(request)) as OnrampSession
    const controller = await bench.ready()
    controller.buy()
    await settle()
    expect(state.error?.code).toBe('ONRAMP_PAGE_REFUSED')
    expect([state.purchases, world.windows.map(({ url }) => url)]).toEqual([[], ['about:blank']])
    expect(world.windows[0]?.closed).toBe(true)
  })

  it('for the address in other letters is the same purchase', async () => {
    bench = await openBench()
    const { world, state } = bench
    world.open = async (request) => ({ ...honestSession(request), address: alice.toLowerCase() })
    const controller = await bench.ready()
    controller.buy()
    await settle()
    expect([state.error, world.windows[0]?.url]).toEqual([undefined, `${pageOrigin}/buy?session=1`])
  })
})
