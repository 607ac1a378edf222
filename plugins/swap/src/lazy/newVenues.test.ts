// Slipstream and Uniswap v4 by a real wallet, from the preview to the chain: what the node says before and after is what counts.
import {
  deployAmm,
  deploySlipstream,
  deployUniswapV4,
  type EvmAmm,
  type EvmStack,
  startEvm,
} from '@latchkey/devstack/evm'
import { type Address, type Hex, parseUnits } from 'viem'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { evmSwapsOf, simulateSwap, venuesOf } from '../../test/evmBench.js'
import { openSwapBench, type SwapBench, type SwapBenchOptions } from '../../test/swapBench.js'
import type { EvmVenues } from '../evm/EvmVenues.js'
import type { SwapToken } from '../index.js'

let stack: EvmStack
let amm: EvmAmm
let venues: Readonly<Record<'slipstream' | 'v4', EvmVenues>>
let bench: SwapBench | undefined

beforeAll(async () => {
  stack = await startEvm()
  amm = await deployAmm(stack)
  const slipstream = await deploySlipstream(stack, amm)
  const v4 = await deployUniswapV4(stack, amm)
  const { wrapped, tokens = [] } = venuesOf(stack, amm, 'SwapRouter02')
  const named = ({ router, quoter }: Record<'router' | 'quoter', Address>, name: string) => [
    { name, router, quoter },
  ]
  venues = {
    slipstream: { wrapped, tokens, slipstream: named(slipstream, 'Slipstream') },
    v4: { wrapped, tokens, v4: named(v4, 'Uniswap v4') },
  }
})
afterAll(() => stack?.stop())
afterEach(() => bench?.stop())

type Venue = keyof typeof venues

async function previewed(
  venue: Venue,
  {
    sell,
    buy,
    amountText,
  }: { readonly sell: SwapToken; readonly buy: SwapToken; readonly amountText: string },
  options: Partial<SwapBenchOptions> = {},
) {
  const own = await openSwapBench(stack, amm, { account: 0, venues: venues[venue], ...options })
  bench = own
  await own.fill(sell, buy, amountText)
  expect(await own.controller.preview(), String(own.state.error)).toBe(true)
  return own
}

async function swapped(own: SwapBench): Promise<void> {
  await own.controller.confirm(own.state.preview)
  await vi.waitFor(() => expect(own.state.phase, String(own.state.error)).toBe('confirmed'), 10_000)
}

const all = ['slipstream', 'v4'] as const

it.each(all)('%s: the coin for a token, in one transaction, for what the preview says', async (venue) => {
  const { usd } = stack.tokens
  const own = await previewed(venue, { sell: { ...stack.chain.nativeCurrency }, buy: usd, amountText: '0.5' })
  expect(own.state.preview).toMatchObject({ approval: 'none', dangers: [] })
  const expected = own.state.preview?.quote.bought.value ?? 0n
  const before = await own.balanceOf(usd)
  await swapped(own)
  expect((await own.balanceOf(usd)) - before).toBe(expected)
  expect(own.asked()).toEqual(['eth_sendTransaction'])
})

it.each(all)(
  '%s: a token for another over two pools, exactly approved, and nothing left allowed',
  async (venue) => {
    const { gold } = stack.tokens
    const { permit } = amm.tokens
    const own = await previewed(venue, { sell: gold, buy: permit, amountText: '30' })
    expect(own.state.preview?.quote.route).toHaveLength(2)
    expect(own.state.preview?.dangers).toEqual([])
    const [sold, bought] = [await own.balanceOf(gold), await own.balanceOf(permit)]
    // Permit2 and the router each want an approval, where the pools are of the fourth version.
    for (let asked = 0; asked < 2 && own.state.preview?.approval === 'transaction'; asked++) {
      await own.controller.confirm(own.state.preview)
      expect(own.state, String(own.state.error)).toMatchObject({ phase: 'ready', notice: 'approved' })
    }
    const expected = own.state.preview?.quote.bought.value ?? 0n
    await swapped(own)
    expect(sold - (await own.balanceOf(gold))).toBe(parseUnits('30', 18))
    expect((await own.balanceOf(permit)) - bought).toBe(expected)
    const { router } = (venues[venue].v4 ?? venues[venue].slipstream ?? [])[0] as { router: Address }
    expect(await own.allowance(gold, router)).toBe(0n)
    expect(await own.allowance(gold, amm.universal.permit2)).toBe(0n)
  },
)

it.each(all)(
  '%s: a token for the coin, in one batch of an account that does all or nothing',
  async (venue) => {
    const { permit } = amm.tokens
    const wallet = { calls: { atomic: 'supported', delegate: stack.contracts.batchAccount } } as const
    const coin = { ...stack.chain.nativeCurrency }
    const own = await previewed(
      venue,
      { sell: permit, buy: coin, amountText: '20' },
      { account: venue === 'v4' ? 3 : 4, wallet },
    )
    expect(own.state.preview).toMatchObject({ approval: 'batch', dangers: [] })
    const before = await own.balanceOf(permit)
    await swapped(own)
    expect(before - (await own.balanceOf(permit))).toBe(parseUnits('20', 18))
    expect(own.asked()).toEqual(['wallet_sendCalls'])
  },
)

it.each(all)('%s: calls that were made before the price moved too far do nothing', async (venue) => {
  const { quotes } = evmSwapsOf(stack, venues[venue])
  const [account, trader] = [stack.accounts[5]?.address, stack.accounts[6]?.address] as [Address, Address]
  const coin: SwapToken = { ...stack.chain.nativeCurrency }
  const ask = (amount: bigint, owner: Address, slippage: bigint) => ({
    ...{ networkId: `eip155:${stack.chainId}` as const, sell: coin, buy: stack.tokens.usd as SwapToken },
    ...{ amount, account: owner, slippage, signal: new AbortController().signal },
  })
  const asked = ask(10n ** 18n, account, 100n)
  const quote = await quotes.quote(asked)
  const { swap } = await quotes.calls({ ...asked, quote })
  expect((await simulateSwap(stack, account, swap, asked)).received).toBe(quote.bought.value)
  const large = ask(20n * 10n ** 18n, trader, 5_000n)
  const { swap: moving } = await quotes.calls({ ...large, quote: await quotes.quote(large) })
  for (const { to, data, value = 0n } of moving) {
    const call = { to: to as Address, data: data as Hex, value, account: trader, chain: stack.chain }
    const hash = await stack.client.sendTransaction({ ...call, gas: 2_000_000n })
    expect((await stack.client.waitForTransactionReceipt({ hash })).status).toBe('success')
  }
  await expect(simulateSwap(stack, account, swap, asked)).rejects.toThrow('The chain refuses the swap')
})
