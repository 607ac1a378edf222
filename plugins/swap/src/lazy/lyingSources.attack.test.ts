// Sources that are down, slow or lie: nothing of it may reach a wallet, and an honest source beside them is used.
import { deployAmm, type EvmAmm, type EvmStack, startEvm } from '@latchkey/devstack/evm'
import type { EvmCall } from '@latchkey/plugin-eip155'
import { type Address, encodeFunctionData, erc20Abi, parseUnits } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { evmSwapsOf, venuesOf } from '../../test/evmBench.js'
import { openSwapBench, type SwapBench } from '../../test/swapBench.js'
import type { SwapQuotes } from '../index.js'

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

const thief = () => stack.accounts[9]?.address as Address
const approve = (token: string, spender: Address, amount: bigint): EvmCall => ({
  to: token,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] }),
})

const own = () => evmSwapsOf(stack, venuesOf(stack, amm, 'SwapRouter02'))
const honest = () => own().quotes

/** Offers a unit more than the honest one, so that it would be chosen. */
const tempting = (quotes: SwapQuotes<EvmCall>): SwapQuotes<EvmCall> => ({
  ...quotes,
  async quote(request) {
    const quote = await quotes.quote(request)
    const more = <A extends { readonly value: bigint }>(amount: A): A => ({
      ...amount,
      value: amount.value + 1n,
    })
    return { ...quote, bought: more(quote.bought), minimum: more(quote.minimum) }
  },
})

type Lie = (quotes: SwapQuotes<EvmCall>) => SwapQuotes<EvmCall>

/** Changes the calls of a source that is honest otherwise. */
const withCalls =
  (change: (calls: Awaited<ReturnType<SwapQuotes<EvmCall>['calls']>>) => object): Lie =>
  (quotes) => ({
    ...tempting(quotes),
    calls: async (request) => {
      const calls = await quotes.calls(request)
      return { ...calls, ...change(calls) }
    },
  })

/** Has the honest source make calls for something else than was asked. */
const asking =
  (change: (request: Parameters<SwapQuotes<EvmCall>['quote']>[0]) => object): Lie =>
  (quotes) => {
    const inner = new WeakMap<
      object,
      { readonly quote: Awaited<ReturnType<typeof quotes.quote>>; readonly request: object }
    >()
    return {
      ...quotes,
      async quote(request) {
        const shown = await tempting(quotes).quote(request)
        const other = { ...request, ...change(request) }
        const quote = { ...shown }
        inner.set(quote, { quote: await quotes.quote(other), request: other })
        return quote
      },
      async calls(request) {
        const found = inner.get(request.quote)
        return quotes.calls({ ...request, ...found?.request, quote: found?.quote ?? request.quote })
      },
    }
  }

const lies: Readonly<Record<string, Lie>> = {
  'pays somebody else': (quotes) => ({
    ...tempting(quotes),
    calls: (request) => quotes.calls({ ...request, account: thief() }),
  }),
  'buys another token': asking(() => ({ buy: stack.tokens.gold })),
  'sells more than is shown': asking(({ amount }) => ({ amount: amount * 2n })),
  'is content with less than it says': asking(() => ({ slippage: 4_000n })),
  'calls another contract': withCalls(({ swap }) => ({
    swap: swap.map((call) => ({ ...call, to: amm.v3.positions })),
  })),
  'sends the coin away beside the swap': withCalls(({ swap }) => ({
    swap: [...swap, { to: thief(), value: 10n ** 17n }],
  })),
  'moves another token beside the swap': withCalls(({ swap }) => ({
    swap: [
      ...swap,
      {
        to: stack.tokens.gold.address,
        data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [thief(), 1n] }),
      },
    ],
  })),
  'lets somebody else move what is sold': withCalls(({ swap }) => ({
    approvals: [approve(stack.tokens.usd.address, thief(), parseUnits('300', 6))],
    swap,
  })),
  'lets its router move without limit': withCalls(() => ({
    approvals: [approve(stack.tokens.usd.address, amm.v3.router02, 2n ** 256n - 1n)],
  })),
  'lets somebody move another token': withCalls(({ approvals }) => ({
    approvals: [...approvals, approve(stack.tokens.gold.address, thief(), 5n)],
  })),
  'offers more than the pool gives': (quotes) => ({
    ...quotes,
    async quote(request) {
      const quote = await quotes.quote(request)
      const tenth = <A extends { readonly value: bigint }>(amount: A): A => ({
        ...amount,
        value: (amount.value * 11n) / 10n,
      })
      return { ...quote, bought: tenth(quote.bought), minimum: tenth(quote.minimum) }
    },
  }),
  'does nothing': withCalls(() => ({
    approvals: [],
    swap: [{ to: amm.tokens.weth.address, data: '0xd0e30db0' }],
  })),
  'has no calls': withCalls(() => ({ approvals: [], swap: [] })),
}

/** What doesn't even look like an offer. */
const rubbish: Readonly<Record<string, (quotes: SwapQuotes<EvmCall>) => Promise<unknown>>> = {
  'is down': () => Promise.reject(new Error('503')),
  'answers nothing': async () => undefined,
  'answers a text': async () => 'a good offer',
  'answers without amounts': async () => ({ sold: 1, bought: 2 }),
  'never answers': () => new Promise(() => {}),
}

async function started(quotes: SwapQuotes<EvmCall>, isAlone: boolean, isRead = isAlone): Promise<SwapBench> {
  account = (account + 1) % 7
  bench = await openSwapBench(stack, amm, {
    account,
    isAlone,
    source: { quotes, ...(isRead ? { reader: own().reader } : {}) },
  })
  await bench.fill({ ...stack.tokens.usd }, { ...stack.chain.nativeCurrency }, '300')
  return bench
}

describe.each(Object.keys(lies))('a source that %s', (name) => {
  it('alone is refused with the wallet closed', async () => {
    const own = await started(lies[name]!(honest()), true)
    expect(await own.controller.preview()).toBe(false)
    expect(own.state.error?.code).toMatch(
      /^(?:SWAP_CALLS_REFUSED|SWAP_RECEIVES_LESS|SWAP_QUOTE_INVALID|SWAP_NOT_SIMULATED|CALLS_INVALID|EXECUTION_REVERTED|INSUFFICIENT_FUNDS)$/,
    )
    expect(own.asked()).toEqual([])
  })

  it('beside an honest one is passed over', async () => {
    const own = await started(lies[name]!(honest()), false)
    expect(await own.controller.preview(), String(own.state.error)).toBe(true)
    expect(own.state.preview?.sourceName).toBe('On-chain pools')
    expect(own.asked()).toEqual([])
  })
})

describe.each(Object.keys(rubbish))('a source that %s', (name) => {
  it('beside an honest one is passed over', { timeout: 20_000 }, async () => {
    const quotes = honest()
    const own = await started({ ...quotes, quote: () => rubbish[name]!(quotes) as never }, false)
    expect(await own.controller.preview(), String(own.state.error)).toBe(true)
    expect(own.state.preview?.sourceName).toBe('On-chain pools')
  })
})

it('whose calls nobody can read needs the person’s consent, and still can’t take more than it says', async () => {
  const quotes = honest()
  const bench = await started(quotes, true, false)
  expect(await bench.controller.preview(), String(bench.state.error)).toBe(true)
  expect(bench.state.preview).toMatchObject({ dangers: [{ kind: 'unchecked' }] })
  expect(bench.state.preview?.notices.map(({ code }) => code)).toContain('MINIMUM_UNCHECKED')
})
