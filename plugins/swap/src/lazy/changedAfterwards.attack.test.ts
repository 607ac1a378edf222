// What was honest when the price was asked and isn't any more when it is checked: places of a token, a router behind a proxy,
// the end of a call, and a node whose simulation alone lies.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { deployAmm, type EvmAmm, type EvmStack, startEvm } from '@latchkey/devstack/evm'
import type { EvmCall } from '@latchkey/plugin-eip155'
import { type Address, encodeFunctionData, erc20Abi, maxUint256 } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { evmSwapsOf, venuesOf } from '../../test/evmBench.js'
import { openSwapBench, type SwapBench } from '../../test/swapBench.js'
import type { QuoteReference } from '../evm/lazy/quotePools.js'
import type { SwapCallReader, SwapCallsRequest, SwapQuotes, SwapToken } from '../index.js'

let stack: EvmStack
let amm: EvmAmm
let node: Server
let bench: SwapBench | undefined
let account = 0
/** What the node has answered to a simulation, and whether it says the same to every other. */
let simulated: string | undefined
let isRepeating = false

beforeAll(async () => {
  stack = await startEvm()
  amm = await deployAmm(stack)
  node = createServer(async (request, response) => {
    const body = await text(request)
    const headers = { 'content-type': 'application/json' }
    const isSimulation = body.includes('"eth_simulateV1"')
    if (isSimulation && isRepeating && simulated !== undefined) {
      const { id } = JSON.parse(body)
      return response.writeHead(200, headers).end(JSON.stringify({ ...JSON.parse(simulated), id }))
    }
    const answer = await (await fetch(stack.url, { method: 'POST', headers, body })).text()
    if (isSimulation) simulated = answer
    return response.writeHead(200, headers).end(answer)
  })
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  node?.closeAllConnections()
  node?.close()
  await stack?.stop()
})
afterEach(async () => {
  isRepeating = false
  simulated = undefined
  await bench?.stop()
})

type Quotes = SwapQuotes<EvmCall>
const thief = () => stack.accounts[9]?.address as Address
const coin = (): SwapToken => ({ ...stack.chain.nativeCurrency })
const usd = (): SwapToken => ({ ...stack.tokens.usd })

/** A source whose lie starts when the test says so. */
async function started(lie: (quotes: Quotes) => Partial<Quotes>, reader: Partial<SwapCallReader> = {}) {
  account = (account + 1) % 7
  const own = evmSwapsOf(stack, venuesOf(stack, amm, 'SwapRouter02'))
  const http = [`http://127.0.0.1:${(node.address() as AddressInfo).port}`]
  const seen = { ...stack, chain: { ...stack.chain, rpcUrls: { default: { http } } } } as EvmStack
  bench = await openSwapBench(seen, amm, {
    account,
    isAlone: true,
    source: { quotes: { ...own.quotes, ...lie(own.quotes) }, reader: { ...own.reader, ...reader } },
  })
  return bench
}

async function previewed(own: SwapBench, sell = coin(), buy = usd(), amount = '0.1') {
  await own.fill(sell, buy, amount)
  expect(await own.controller.preview(), String(own.state.error)).toBe(true)
  return own.state.preview
}

describe('places of a token', () => {
  it('that the source changes with its next price close the offer, with the wallet closed', async () => {
    let isLying = false
    const own = await started((quotes) => ({
      async quote(request) {
        const quote = await quotes.quote(request)
        const move = <A extends { readonly decimals: number }>(amount: A): A => ({ ...amount, decimals: 4 })
        return isLying ? { ...quote, bought: move(quote.bought), minimum: move(quote.minimum) } : quote
      },
    }))
    const shown = await previewed(own)
    isLying = true
    await own.controller.confirm(shown)
    expect([own.state.error?.code, own.asked()]).toEqual(['SWAP_QUOTE_INVALID', []])
  })

  it('that the network states otherwise since the price was asked are refused', async () => {
    let decimals = 6
    const own = await started(() => ({}), { decimals: async ({ tokens }) => tokens.map(() => decimals) })
    await previewed(own)
    decimals = 8
    expect(await own.controller.preview()).toBe(false)
    expect([own.state.error?.code, own.asked()]).toEqual(['SWAP_CALLS_REFUSED', []])
  })
})

describe('a router behind a proxy', () => {
  it.each([
    // STOP: takes what it is sent and gives nothing.
    ['gives nothing any more', '0x00'],
    // Reverts.
    ['refuses', '0x5f5ffd'],
  ] as const)('that %s once its code is another is refused with the wallet closed', async (_, bytecode) => {
    const snapshot = await stack.snapshot()
    try {
      const own = await started(() => ({}))
      await previewed(own)
      for (const address of [amm.v2.router, amm.v3.router02])
        await stack.client.setCode({ address, bytecode })
      expect(await own.controller.preview()).toBe(false)
      expect(own.state.error?.code).toMatch(/^(?:SWAP_RECEIVES_LESS|EXECUTION_REVERTED|SWAP_CALLS_REFUSED)$/)
      expect(own.asked()).toEqual([])
    } finally {
      await stack.revert(snapshot)
    }
  })
})

describe('a call', () => {
  const ending = (deadline: (own: bigint) => bigint) => (quotes: Quotes) => ({
    calls(request: SwapCallsRequest) {
      const reference = request.quote.reference as QuoteReference
      if (reference.kind !== 'order') return quotes.calls(request)
      const order = { ...reference.order, deadline: deadline(reference.order.deadline) }
      return quotes.calls({ ...request, quote: { ...request.quote, reference: { ...reference, order } } })
    },
  })

  it.each([
    ['never', () => maxUint256],
    ['tomorrow', (own: bigint) => own + 86_400n],
    // If someone holds it back, the chain refuses it.
    ['before it was made', (own: bigint) => own - 86_400n],
  ] as const)('that ends %s is refused with the wallet closed', async (_, deadline) => {
    const own = await started(ending(deadline))
    await own.fill(coin(), usd(), '0.1')
    expect(await own.controller.preview()).toBe(false)
    expect(own.state.error?.code).toMatch(/^(?:SWAP_CALLS_REFUSED|EXECUTION_REVERTED)$/)
    expect(own.asked()).toEqual([])
  })
})

describe('a node that says of every simulation what it said of an honest one', () => {
  const lies: Readonly<
    Record<string, (quotes: Quotes, request: SwapCallsRequest) => ReturnType<Quotes['calls']>>
  > = {
    'pays somebody else': (quotes, request) => quotes.calls({ ...request, account: thief() }),
    'is content with one unit': (quotes, request) => {
      const reference = request.quote.reference as Extract<QuoteReference, { kind: 'order' }>
      const order = { ...reference.order, minimum: 1n }
      return quotes.calls({ ...request, quote: { ...request.quote, reference: { ...reference, order } } })
    },
    'sells more': async (quotes, request) => {
      const { swap, ...calls } = await quotes.calls(request)
      return { ...calls, swap: swap.map((call) => ({ ...call, value: (call.value ?? 0n) * 2n })) }
    },
    'calls another contract': async (quotes, request) => {
      const { swap, ...calls } = await quotes.calls(request)
      return { ...calls, swap: swap.map((call) => ({ ...call, to: thief() })) }
    },
    'moves another token in place of swapping': async (quotes, request) => ({
      ...(await quotes.calls(request)),
      swap: [
        {
          to: stack.tokens.gold.address,
          data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [thief(), 10n ** 18n] }),
        },
      ],
    }),
  }

  it.each(Object.entries(lies))('is no help to a source that %s', async (_, lie) => {
    let isLying = false
    const own = await started((quotes) => ({
      calls: (request) => (isLying ? lie(quotes, request) : quotes.calls(request)),
    }))
    await previewed(own)
    expect(simulated).toBeDefined()
    isRepeating = true
    // With an honest source, the node's lie goes unnoticed; otherwise this test would prove nothing.
    expect(await own.controller.preview(), String(own.state.error)).toBe(true)
    isLying = true
    expect(await own.controller.preview()).toBe(false)
    expect(own.state.error?.code).toMatch(/^SWAP_(?:CALLS_REFUSED|NOT_SIMULATED)$/)
    expect(own.asked()).toEqual([])
  })
})
