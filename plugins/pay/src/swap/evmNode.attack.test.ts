// A bill on a local EVM node, paid with the coin through real pools by a wallet that is asked step by step.
import { deployAmm, type EvmAmm, type EvmStack, startEvm } from '@latchkey/devstack/evm'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { openSwapBench } from '../../../swap/test/swapBench.js'
import { type Bill, pay, Payer } from '../index.js'
import { paymentSwaps } from './index.js'

let stack: EvmStack
let amm: EvmAmm
let stop: (() => unknown) | undefined
let count = 0

beforeAll(async () => {
  stack = await startEvm()
  amm = await deployAmm(stack)
})
afterAll(() => stack?.stop())
afterEach(() => stop?.())

const shop = () => stack.accounts[9]!.address

async function open(coins?: bigint) {
  const bench = await openSwapBench(stack, amm, { account: 6, plugins: [pay(), paymentSwaps()] })
  stop = () => bench.stop()
  bench.navigation.attach(() => true)
  const { address, kernel } = bench
  if (coins !== undefined) {
    const params = [address as `0x${string}`, `0x${coins.toString(16)}`] as const
    await stack.client.request({ method: 'anvil_setBalance' as never, params: params as never })
  }
  const payer = kernel.get(Payer)
  const controller = await payer.load()
  const { state } = payer
  const { usd } = stack.tokens
  count += 1
  const bill: Bill = {
    ...{ id: `order-${count}`, asset: `${bench.networkId}/erc20:${usd.address}`, amount: '500' },
    ...{ decimals: 6, symbol: 'USD', receiver: shop(), createdAt: Date.now() - 60_000 },
  }
  const outcome = payer.pay(bill)
  await vi.waitFor(() => expect(state.ways.status, String(state.ways.error)).toBe('ready'), 10_000)
  const way = state.ways.list.find(({ kind, address: token }) => kind === 'swap' && token === undefined)
  if (!way) throw new Error('The coin isn’t offered.')
  return { ...bench, controller, state, outcome, choose: () => controller.choose(way) }
}

it('is refused before the wallet opens where nothing is left for the fees, and paid where just enough is', {
  timeout: 40_000,
}, async () => {
  const rich = await open()
  expect(await rich.choose(), String(rich.state.error)).toBe(true)
  const { sells, fee, steps } = rich.state.preview!
  expect(steps).toBe(2)
  const price = sells!.value
  await rich.stop()
  for (const beside of [0n, fee.value / 10n]) {
    const poor = await open(price + beside)
    expect(await poor.choose()).toBe(false)
    expect(poor.state.error?.code).toMatch(/^(?:INSUFFICIENT_FUNDS|PAY_SWAP_MISSING)$/)
    expect(poor.asked()).toEqual([])
    await poor.stop()
  }
  const page = await open(price + fee.value * 2n)
  expect(await page.choose(), String(page.state.error)).toBe(true)
  const before = await stack.tokenBalanceOf(stack.tokens.usd.address, shop())
  await page.controller.confirm(page.state.preview)
  expect(await page.outcome).toMatchObject({ status: 'paid' })
  expect((await stack.tokenBalanceOf(stack.tokens.usd.address, shop())) - before).toBe(500_000_000n)
})
