// When prices are asked for, by the clock: soon after the last key, again while somebody looks, and always before a signature.
import { deployAmm, type EvmAmm, type EvmStack, startEvm } from '@latchkey/devstack/evm'
import { fakeClock } from '@latchkey/kernel/testing'
import type { EvmCall } from '@latchkey/plugin-eip155'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { evmSwapsOf, venuesOf } from '../../test/evmBench.js'
import { openSwapBench, type SwapBench } from '../../test/swapBench.js'
import { watchWhileVisible } from '../react/watchWhileVisible.js'
import type { SwapQuote, SwapQuotes } from '../index.js'

let stack: EvmStack
let amm: EvmAmm
let bench: SwapBench | undefined

beforeAll(async () => {
  stack = await startEvm()
  amm = await deployAmm(stack)
})
afterAll(() => stack?.stop())
afterEach(() => bench?.stop())

/** Real pools behind a source that counts its questions, on a clock that the test moves. */
async function started() {
  const clock = fakeClock(Date.now())
  const { quotes, reader } = evmSwapsOf(stack, venuesOf(stack, amm, 'SwapRouter02'), clock.now)
  const asked: { amount: bigint }[] = []
  let answer: ((quote: SwapQuote) => SwapQuote | Promise<SwapQuote>) | undefined
  const counted: SwapQuotes<EvmCall> = {
    ...quotes,
    async quote(request) {
      asked.push({ amount: request.amount })
      const quote = await quotes.quote(request)
      return answer ? answer(quote) : quote
    },
  }
  bench = await openSwapBench(stack, amm, {
    account: 2,
    clock,
    isAlone: true,
    source: { quotes: counted, reader },
  })
  const own = bench
  await own.swapper.open()
  await own.controller.loadTokens()
  own.controller.chooseToken('buy', stack.tokens.usd)
  const settled = () => vi.waitFor(() => expect(own.state.isQuoting).toBe(false), 10_000)
  clock.advance(1_000)
  await settled()
  asked.length = 0
  return {
    ...{ own, clock, asked, settled },
    answering(next: typeof answer): void {
      answer = next
    },
  }
}

describe('typing', () => {
  it('asks once, 200 ms after the last key', async () => {
    const { own, clock, asked, settled } = await started()
    for (const text of ['0.1', '0.12', '0.125']) {
      own.controller.setAmount(text)
      clock.advance(199)
    }
    expect([asked, own.state.isQuoting]).toEqual([[], true])
    clock.advance(1)
    await settled()
    expect(asked).toEqual([{ amount: 125n * 10n ** 15n }])
    expect(own.state.offer?.quote.sold.value).toBe(125n * 10n ** 15n)
  })
})

describe('an offer on screen', () => {
  it('is asked for again every 10 s while somebody looks, and by nobody else', async () => {
    const { own, clock, asked, settled } = await started()
    clock.advance(120_000)
    expect(asked).toHaveLength(0)
    // What is there is old by now: who looks again gets a new one at once.
    const stop = own.controller.watch()
    clock.advance(0)
    await settled()
    expect(asked).toHaveLength(1)
    for (const count of [2, 3]) {
      clock.advance(9_999)
      await settled()
      expect(asked).toHaveLength(count - 1)
      clock.advance(1)
      await vi.waitFor(() => expect(asked).toHaveLength(count))
      await settled()
    }
    stop()
    clock.advance(120_000)
    await settled()
    expect(asked).toHaveLength(3)
  })

  it('is asked for by one of two who look, and until the last has gone', async () => {
    const { own, clock, asked, settled } = await started()
    const stops = [own.controller.watch(), own.controller.watch()]
    clock.advance(10_000)
    await settled()
    expect(asked).toHaveLength(1)
    stops[0]?.()
    stops[0]?.()
    clock.advance(10_000)
    await vi.waitFor(() => expect(asked).toHaveLength(2))
    await settled()
    stops[1]?.()
    clock.advance(60_000)
    expect(asked).toHaveLength(2)
  })
})

describe('a page that nobody sees', () => {
  /** What the browser says of the page, for the part of the test that looks. */
  function stubPage() {
    const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
    vi.stubGlobal('document', page)
    return (visibilityState: 'visible' | 'hidden') => {
      page.visibilityState = visibilityState
      page.dispatchEvent(new Event('visibilitychange'))
    }
  }
  afterEach(() => void vi.unstubAllGlobals())

  it('asks for no price of the form, and for one at once when it is seen again', async () => {
    const { own, clock, asked, settled } = await started()
    const turn = stubPage()
    turn('hidden')
    const stop = watchWhileVisible(own.controller.watch)
    clock.advance(120_000)
    await settled()
    expect(asked).toHaveLength(0)
    turn('visible')
    clock.advance(0)
    await settled()
    expect(asked).toHaveLength(1)
    turn('hidden')
    clock.advance(120_000)
    await settled()
    expect(asked).toHaveLength(1)
    turn('visible')
    stop()
    turn('visible')
    clock.advance(120_000)
    expect(asked.length).toBeLessThanOrEqual(2)
    const last = asked.length
    clock.advance(120_000)
    await settled()
    expect(asked).toHaveLength(last)
  })

  it('asks for no price of the preview', async () => {
    const { own, clock, asked, settled } = await started()
    own.controller.setAmount('0.1')
    clock.advance(200)
    await settled()
    expect(await own.controller.preview(), String(own.state.error)).toBe(true)
    asked.length = 0
    const turn = stubPage()
    turn('hidden')
    clock.advance(120_000)
    expect([asked.length, own.state.isRefreshing]).toEqual([0, false])
    turn('visible')
    clock.advance(10_000)
    await vi.waitFor(() => expect(asked).toHaveLength(1))
  })
})

describe('before the wallet opens', () => {
  async function previewed() {
    const all = await started()
    all.own.controller.setAmount('0.1')
    all.clock.advance(200)
    await all.settled()
    expect(await all.own.controller.preview(), String(all.own.state.error)).toBe(true)
    all.asked.length = 0
    return all
  }

  it('the price is asked for again, however fresh it is', async () => {
    const { own, asked } = await previewed()
    await own.controller.confirm(own.state.preview)
    expect(own.state.phase, String(own.state.error)).toMatch(/pending|confirmed/)
    expect(asked).toHaveLength(1)
    expect(own.asked()).toEqual(['eth_sendTransaction'])
  })

  it('an offer that has ended meanwhile is never signed', async () => {
    const { own, clock, answering } = await previewed()
    const { validUntil } = own.state.preview?.quote ?? {}
    clock.advance(9_000)
    answering((quote) => ({ ...quote, validUntil: clock.now() }))
    await own.controller.confirm(own.state.preview)
    expect(validUntil).toBeDefined()
    expect(own.state.error?.code).toBe('SWAP_QUOTE_INVALID')
    expect(own.asked()).toEqual([])
  })

  it('a price that nobody tells any more is never signed', async () => {
    const { own, answering } = await previewed()
    answering(() => Promise.reject(new Error('down')))
    await own.controller.confirm(own.state.preview)
    expect(own.state.error?.code).toBe('SWAP_SOURCE_FAILED')
    expect(own.asked()).toEqual([])
  })

  it('a price that moved is shown first, and signed at the next press', async () => {
    const { own, answering } = await previewed()
    const shown = own.state.preview
    answering((quote) => {
      const less = <A extends { readonly value: bigint }>(amount: A): A => ({
        ...amount,
        value: (amount.value * 9_980n) / 10_000n,
      })
      return { ...quote, bought: less(quote.bought), minimum: less(quote.minimum) }
    })
    await own.controller.confirm(shown)
    expect(own.state).toMatchObject({ phase: 'ready', notice: 'priceMoved' })
    expect(own.asked()).toEqual([])
    await own.controller.confirm(own.state.preview)
    expect(own.asked()).toEqual(['eth_sendTransaction'])
  })

  it('a preview that stays open is worked out again every 10 s', async () => {
    const { own, clock, asked } = await previewed()
    const first = own.state.preview
    clock.advance(10_000)
    await vi.waitFor(() => expect(own.state.preview).not.toBe(first))
    expect(asked).toHaveLength(1)
    expect(own.state).toMatchObject({ phase: 'ready', isRefreshing: false })
  })
})

it('what was signed and lay in the wallet for longer than its deadline is refused by the router', async () => {
  const all = await started()
  const { own, clock, settled } = all
  own.controller.setAmount('0.1')
  clock.advance(200)
  await settled()
  expect(await own.controller.preview(), String(own.state.error)).toBe(true)
  const before = await own.balanceOf(stack.tokens.usd)
  own.wallet.control.setApproval('ask')
  const confirmed = own.controller.confirm(own.state.preview)
  await own.wallet.control.waitForPending()
  await stack.client.increaseTime({ seconds: 601 })
  await stack.client.mine({ blocks: 1 })
  own.wallet.control.approve()
  await confirmed
  await vi.waitFor(() => expect(own.state.phase).toMatch(/failed|ready|undecided/), 10_000)
  expect(await own.balanceOf(stack.tokens.usd)).toBe(before)
})
