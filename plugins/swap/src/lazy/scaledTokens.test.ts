// Swaps of tokens whose amounts people read multiplied (ERC-8056), by a real wallet through real pools.
import { deployAmm, type EvmAmm, type EvmStack, startEvm } from '@latchkey/devstack/evm'
import {
  type Abi,
  type Address,
  encodeDeployData,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  parseAbi,
  parseEther,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { artifacts } from '../../../../devstack/src/evm/artifacts.js'
import { venuesOf } from '../../test/evmBench.js'
import { openSwapBench, type SwapBench } from '../../test/swapBench.js'
import type { SwapToken } from '../index.js'

const { abi, bytecode } = artifacts.scaledToken
const once = 10n ** 18n
const routerAbi = parseAbi([
  'function addLiquidityETH(address token, uint256 amount, uint256 leastAmount, uint256 leastCoin, address to, uint256 deadline) payable',
])
let stack: EvmStack
let amm: EvmAmm
let share: SwapToken & { readonly address: Address }
let snapshot: Hex
let bench: SwapBench

async function transact(to: Address | null, data: Hex, value = 0n) {
  const account = privateKeyToAccount(stack.accounts[0]!.privateKey)
  const chain = stack.chain
  const hash = await stack.client.sendTransaction({ account, to, data, value, gas: 5_000_000n, chain })
  return stack.client.waitForTransactionReceipt({ hash })
}
const setMultiplier = (multiplier: bigint) =>
  transact(
    share.address,
    encodeFunctionData({ abi: abi as Abi, functionName: 'setUIMultiplier', args: [multiplier, 0n] }),
  )

beforeAll(async () => {
  stack = await startEvm()
  amm = await deployAmm(stack)
  const holders = stack.accounts.slice(0, 2).map(({ address }) => address)
  const args = [holders, parseEther('1000'), 4n * once]
  const { contractAddress } = await transact(null, encodeDeployData({ abi: abi as Abi, bytecode, args }))
  share = { address: contractAddress as Address, decimals: 18, symbol: 'SHARE', name: 'Scaled Share' }
  const router = amm.v2.router
  const amount = parseEther('500')
  await transact(
    share.address,
    encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [router, amount] }),
  )
  const order = [share.address, amount, 0n, 0n, holders[0]!, 2n ** 40n] as const
  const data = encodeFunctionData({ abi: routerAbi, functionName: 'addLiquidityETH', args: order })
  await transact(router, data, parseEther('50'))
}, 120_000)
afterAll(() => stack?.stop())
beforeEach(async () => {
  snapshot = await stack.snapshot()
  const venues = venuesOf(stack, amm, 'SwapRouter02')
  bench = await openSwapBench(stack, amm, {
    account: 1,
    venues: { ...venues, tokens: [...(venues.tokens ?? []), share] },
  })
})
afterEach(async () => {
  bench?.stop()
  await stack.revert(snapshot)
})

type Order = [sell: SwapToken, buy: SwapToken, amountText: string]
const coin = (): SwapToken => ({ ...stack.chain.nativeCurrency })
const choice = () => bench.state.tokens.list.find(({ token }) => token.address === share.address)

async function offered(sell: SwapToken, buy: SwapToken, amountText: string) {
  await bench.fill(sell, buy, amountText)
  await vi.waitFor(() => expect(bench.state.offer, String(bench.state.error)).toBeDefined(), 10_000)
}

async function swapped() {
  await bench.controller.confirm(bench.state.preview)
  await vi.waitFor(() => expect(bench.state.phase, String(bench.state.error)).toBe('confirmed'), 10_000)
}

describe('a token whose amounts people read multiplied', () => {
  it('is sold in what they read: form, preview, approval, and what moves', async () => {
    await offered(share, coin(), '40')
    expect(choice()?.balance).toBe(parseEther('4000'))
    const { offer } = bench.state
    expect(offer?.quote.sold.value).toBe(parseEther('10'))
    expect(offer?.sold).toMatchObject({ value: parseEther('40'), moved: parseEther('10') })
    // Of one pool with 500 and 50: some 0.987 for 10, which are 40 to people.
    expect(offer?.rate).toMatch(/^0\.024/)
    expect(await bench.controller.preview(), String(bench.state.error)).toBe(true)
    const before = await bench.balanceOf(share)
    await bench.controller.confirm(bench.state.preview)
    expect(bench.state.preview?.sold.value).toBe(parseEther('40'))
    expect(bench.state.openAllowance?.amount).toBe(parseEther('40'))
    await swapped()
    expect(before - (await bench.balanceOf(share))).toBe(parseEther('10'))
    expect(bench.state.transaction?.sold).toMatchObject({ value: parseEther('40') })
    const sent = bench.transactions().at(-1)?.record.transfers
    expect(sent?.map(({ direction, amount }) => [direction, amount.symbol, amount.value])[0]).toEqual([
      'out',
      'SHARE',
      parseEther('40'),
    ])
  })

  it('is bought in what they read, the minimum too', async () => {
    await offered(coin(), share, '1')
    const { offer } = bench.state
    expect(offer?.bought.value).toBe((offer?.quote.bought.value ?? 0n) * 4n)
    expect(offer?.minimum.value).toBe((offer?.quote.minimum.value ?? 0n) * 4n)
    expect(await bench.controller.preview(), String(bench.state.error)).toBe(true)
    const before = await bench.balanceOf(share)
    await swapped()
    expect((await bench.balanceOf(share)) - before).toBe(bench.state.transaction?.bought.moved)
    expect(bench.state.transaction?.bought.value).toBe((bench.state.transaction?.bought.moved ?? 0n) * 4n)
  })

  it('has its Max in what they read, and no more can be reviewed', async () => {
    await bench.fill(share, coin(), '1')
    await bench.controller.setMaximum()
    expect(bench.state.draft.amountText).toBe('4000')
    await vi.waitFor(() => expect(bench.state.offer?.quote.sold.value).toBe(parseEther('1000')), 10_000)
    bench.controller.setAmount('4000.1')
    expect(await bench.controller.preview()).toBe(false)
    expect(bench.state.error?.code).toBe('INSUFFICIENT_FUNDS')
  })

  it('becomes what is sold, with what would have been received', async () => {
    await offered(coin(), share, '1')
    const bought = bench.state.offer?.bought.value ?? 0n
    bench.controller.invert()
    await vi.waitFor(() => expect(bench.state.offer?.sold.value).toBe(bought), 10_000)
    expect(bench.state.offer?.sold.moved).toBe(bought / 4n)
  })

  it.each<[string, () => Order]>([
    ['sold', () => [share, coin(), '40']],
    ['bought', () => [coin(), share, '1']],
  ])('that is %s isn’t swapped once its multiplier has changed since it was read', async (_, order) => {
    await offered(...order())
    expect(await bench.controller.preview(), String(bench.state.error)).toBe(true)
    const read = bench.state.preview
    await setMultiplier(8n * once)
    await bench.controller.confirm(read)
    expect(bench.asked()).toEqual([])
    expect(bench.state).toMatchObject({ phase: 'ready', notice: 'priceMoved' })
    const { sold, bought } = bench.state.preview ?? {}
    const amount = sold?.symbol === 'SHARE' ? sold : bought
    expect(amount?.value).toBe((amount?.moved ?? 0n) * 8n)
  })

  it('can’t be swapped in an amount of which nothing would move', async () => {
    await setMultiplier(1_000_000n * once)
    await bench.fill(share, coin(), '0.000000000000000009').catch(() => {})
    await vi.waitFor(() => expect(bench.state.error?.code).toBe('SWAP_NO_ROUTE'), 10_000)
    expect(bench.state.offer).toBeUndefined()
  })
})
