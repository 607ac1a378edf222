// The slippage that a source recommends: offered where it says one, bounded, and never above what the person saw.
import { deployAmm, type EvmAmm, type EvmStack, startEvm } from '@latchkey/devstack/evm'
import type { EvmCall } from '@latchkey/plugin-eip155'
import type { Address } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { evmSwapsOf, venuesOf } from '../../test/evmBench.js'
import { openSwapBench, type SwapBench } from '../../test/swapBench.js'
import { readSwapCall } from '../evm/lazy/readSwapCall.js'
import { minimumOf } from '../minimumOf.js'
import type { SwapQuote, SwapQuoteRequest, SwapQuotes } from '../index.js'

let stack: EvmStack
let amm: EvmAmm
let bench: SwapBench | undefined
let account = 0

beforeAll(async () => {
  stack = await startEvm()
  amm = await deployAmm(stack)
})
afterAll(() => stack?.stop())
afterEach(() => bench?.stop())

/** What the source says next: its recommendation, or another quote in place of an honest one. */
interface Says {
  recommended: unknown
  lie?: (quote: SwapQuote, request: SwapQuoteRequest) => object
}

/** Real pools behind a source that recommends a slippage, and keeps to it where it is left to it. */
async function started(says: Says, isAlone = true): Promise<SwapBench> {
  account = (account + 1) % 7
  const { quotes, reader } = evmSwapsOf(stack, venuesOf(stack, amm, 'SwapRouter02'))
  const calm: SwapQuotes<EvmCall> = {
    ...quotes,
    async quote(request) {
      const { recommended, lie } = says
      const isOwn = request.isSlippageAutomatic && typeof recommended === 'bigint'
      const asked = isOwn ? { ...request, slippage: recommended } : request
      const quote = { ...(await quotes.quote(asked)), recommendedSlippage: recommended as bigint }
      return { ...quote, ...lie?.(quote, request) }
    },
  }
  bench = await openSwapBench(stack, amm, {
    account,
    isAlone,
    source: { quotes: calm, name: 'Calm', order: 1, ...(isAlone ? { reader } : {}) },
  })
  await bench.fill({ ...stack.chain.nativeCurrency }, { ...stack.tokens.usd }, '0.1')
  return bench
}

const offered = (own: SwapBench) =>
  vi.waitFor(
    () => expect([own.state.isQuoting, own.state.offer !== undefined]).toEqual([false, true]),
    10_000,
  )

async function automatic(says: Says, isAlone = true): Promise<SwapBench> {
  const own = await started(says, isAlone)
  await offered(own)
  own.controller.setSlippage('automatic')
  await offered(own)
  return own
}

/** The least that the router was asked for, by the bytes that the wallet was given. */
function signedMinimum(own: SwapBench): bigint | undefined {
  const request = own.wallet.control.requests.find(({ method }) => method === 'eth_sendTransaction')
  const [call] = (request?.params ?? []) as readonly [EvmCall]
  const given = { to: call.to, ...(call.data ? { data: call.data } : {}), value: BigInt(call.value ?? 0n) }
  const reading = readSwapCall(given, own.address, { wrapped: amm.tokens.weth.address as Address })
  return reading.kind === 'swap' ? reading.minimum : undefined
}

describe('an automatic slippage', () => {
  it('is the one that the source recommends, to the last unit of what is signed', async () => {
    const own = await automatic({ recommended: 37n })
    expect(own.state.offer).toMatchObject({ isSlippageAutomatic: true, quote: { slippage: 37n } })
    expect(await own.controller.preview(), String(own.state.error)).toBe(true)
    const { quote, dangers } = own.state.preview ?? {}
    expect([quote?.slippage, dangers]).toEqual([37n, []])
    const minimum = minimumOf(quote?.bought.value ?? 0n, 37n)
    await own.controller.confirm(own.state.preview)
    await vi.waitFor(() => expect(own.state.phase, String(own.state.error)).toBe('confirmed'), 10_000)
    expect([quote?.minimum.value, signedMinimum(own)]).toEqual([minimum, minimum])
  })

  it('is not there for a source that recommends none', async () => {
    const own = await automatic({ recommended: undefined })
    expect(own.state).toMatchObject({
      recommendedSlippage: undefined,
      draft: { isSlippageAutomatic: false, slippage: 100n },
      offer: { isSlippageAutomatic: false, quote: { slippage: 100n } },
    })
  })

  it('ends with the recommendation, and with the choice of another', async () => {
    const says: Says = { recommended: 300n }
    const own = await automatic(says)
    expect(own.state.offer?.quote.slippage).toBe(300n)
    says.recommended = undefined
    own.controller.retry()
    await vi.waitFor(() => expect(own.state.offer?.quote.slippage).toBe(100n), 10_000)
    expect(own.state.draft.isSlippageAutomatic).toBe(false)
    says.recommended = 300n
    own.controller.setSlippage(50n)
    await offered(own)
    expect(own.state).toMatchObject({ recommendedSlippage: 300n, offer: { quote: { slippage: 50n } } })
    expect(own.state.offer?.isSlippageAutomatic).toBe(false)
  })

  it('above five percent is for the person to agree to', async () => {
    const own = await automatic({ recommended: 501n })
    expect(await own.controller.preview(), String(own.state.error)).toBe(true)
    expect(own.state.preview).toMatchObject({ dangers: [{ kind: 'slippage' }], quote: { slippage: 501n } })
  })
})

describe('a source that recommends a slippage', () => {
  const lies: Readonly<Record<string, Says>> = {
    'of nothing': { recommended: 0n },
    'below a tenth of a percent': { recommended: 9n },
    'above a half': { recommended: 5_001n },
    'that is negative': { recommended: -100n },
    'that is a number': { recommended: 300 },
    'that is a text': { recommended: '300' },
  }
  it.each(Object.entries(lies))('%s is refused, and one beside it is used', async (_, says) => {
    const alone = await started(says)
    await vi.waitFor(() => expect(alone.state.error?.code).toBe('SWAP_QUOTE_INVALID'), 10_000)
    alone.controller.setSlippage('automatic')
    expect(await alone.controller.preview()).toBe(false)
    expect([alone.state.draft.isSlippageAutomatic, alone.asked()]).toEqual([false, []])
    await alone.stop()
    const beside = await started(says, false)
    await offered(beside)
    expect(beside.state).toMatchObject({
      recommendedSlippage: undefined,
      offer: { sourceName: 'On-chain pools' },
    })
  })

  const looser: Readonly<Record<string, Says['lie']>> = {
    'and takes more': () => ({ slippage: 4_000n }),
    'and is content with less': ({ bought, minimum }) => ({
      minimum: { ...minimum, value: minimumOf(bought.value, 4_000n) },
    }),
    'and tells less than it takes': ({ bought, minimum }) => ({
      slippage: 10n,
      minimum: { ...minimum, value: minimumOf(bought.value, 300n) },
    }),
  }
  it.each(Object.entries(looser))('%s is refused', async (_, lie) => {
    const says: Says = { recommended: 300n }
    const own = await automatic(says)
    says.lie = lie as NonNullable<typeof lie>
    expect(await own.controller.preview()).toBe(false)
    expect([own.state.error?.code, own.asked()]).toEqual(['SWAP_QUOTE_INVALID', []])
  })

  it('takes it only where the person has chosen so', async () => {
    const own = await started({ recommended: 4_000n, lie: () => ({ slippage: 4_000n }) })
    await vi.waitFor(() => expect(own.state.error?.code).toBe('SWAP_QUOTE_INVALID'), 10_000)
  })

  it('and raises it on the way to the preview has that told there', async () => {
    const says: Says = { recommended: 100n }
    const own = await automatic(says)
    says.recommended = 450n
    expect(await own.controller.preview(), String(own.state.error)).toBe(true)
    expect(own.state).toMatchObject({ notice: 'previewChanged', preview: { quote: { slippage: 450n } } })
  })

  it('and raises it while the preview is read has it read again, with the wallet closed', async () => {
    const says: Says = { recommended: 100n }
    const own = await automatic(says)
    expect(await own.controller.preview(), String(own.state.error)).toBe(true)
    const read = own.state.preview
    // The minimum stays as it was read, so that the price alone would tell nothing.
    says.lie = () => ({ slippage: 450n, recommendedSlippage: 450n })
    expect(await own.controller.preview(), String(own.state.error)).toBe(true)
    await own.controller.confirm(read)
    expect([own.state.notice, own.asked()]).toEqual(['previewChanged', []])
  })

  it('and raises it at the press changes nothing of what is signed', async () => {
    const says: Says = { recommended: 100n }
    const own = await automatic(says)
    expect(await own.controller.preview(), String(own.state.error)).toBe(true)
    const shown = own.state.preview?.quote.minimum.value
    says.recommended = 4_500n
    await own.controller.confirm(own.state.preview)
    await vi.waitFor(() => expect(own.state.phase, String(own.state.error)).toBe('confirmed'), 10_000)
    expect(signedMinimum(own)).toBe(shown)
  })
})
