// Swaps by the routes of a wallet-data service: what the node says is what counts, and what the service says is not believed.
import { deployAmm, type EvmAmm, type EvmStack, startEvm } from '@latchkey/devstack/evm'
import { localMarket, startWalletData, type WalletData } from '@latchkey/service-wallet-data'
import { type Address, parseUnits } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Lie, type LyingProxy, startLyingProxy } from '../../../test/lyingProxy.js'
import { openSwapBench, type SwapBench } from '../../../test/swapBench.js'
import type { SwapToken } from '../../index.js'
import { evmSwaps, serviceSwaps } from '../index.js'

let stack: EvmStack
let amm: EvmAmm
let service: WalletData
let proxy: LyingProxy
let bench: SwapBench | undefined
let account = 0

beforeAll(async () => {
  stack = await startEvm()
  amm = await deployAmm(stack)
  const { usd, gold } = stack.tokens
  service = await startWalletData({
    ...localMarket,
    nodes: [{ namespace: 'eip155', url: stack.url }],
    swaps: {
      [`eip155:${stack.chainId}`]: {
        router: amm.v2.router,
        wrapped: amm.tokens.weth.address,
        tokens: [usd, gold],
      },
    },
  })
  proxy = await startLyingProxy(service.url)
})
afterAll(async () => {
  proxy?.stop()
  await service?.stop()
  await stack?.stop()
})
afterEach(async () => {
  proxy.lie()
  service.setFaults({})
  await bench?.stop()
})

/** The router is known, so that its calls are read back, and no quoter has a price: only the service is asked. */
const readersVenues = ({ v2: { factory, router }, tokens }: EvmAmm) => ({
  wrapped: tokens.weth,
  v3: [{ name: 'Unpriced', quoter: factory, router }],
})

const coin = (): SwapToken => ({ ...stack.chain.nativeCurrency })

/** @param isBeside Whether the pools themselves are asked too. */
async function filled(
  sell: SwapToken,
  buy: SwapToken,
  amountText: string,
  isBeside = false,
): Promise<SwapBench> {
  account = (account + 1) % 7
  const networkId = `eip155:${stack.chainId}` as const
  bench = await openSwapBench(stack, amm, {
    account,
    isAlone: !isBeside,
    plugins: [
      !isBeside && evmSwaps({ venues: { [networkId]: readersVenues(amm) } }),
      serviceSwaps({ url: proxy.url, projectId: 'test', routers: { [networkId]: amm.v2.router } }),
    ],
  })
  await bench.fill(sell, buy, amountText)
  return bench
}

describe('a swap by a service', () => {
  it.each([
    ['the coin for a token', coin, () => stack.tokens.usd, '0.5', 'none'],
    [
      'a token for another over two pools',
      () => stack.tokens.gold,
      () => stack.tokens.usd,
      '100',
      'transaction',
    ],
    ['a token for the coin', () => stack.tokens.usd, coin, '250', 'transaction'],
  ] as const)('of %s gives what the preview says', async (_, sellOf, buyOf, amountText, approval) => {
    const [sell, buy] = [sellOf(), buyOf()] as readonly SwapToken[] as [SwapToken, SwapToken]
    const own = await filled(sell, buy, amountText)
    expect(await own.controller.preview(), String(own.state.error)).toBe(true)
    expect(own.state.preview).toMatchObject({ approval, dangers: [], sourceName: 'Swap service' })
    if (approval === 'transaction') {
      await own.controller.confirm(own.state.preview)
      expect(own.state.notice, String(own.state.error)).toBe('approved')
      expect(await own.allowance(sell, amm.v2.router)).toBe(parseUnits(amountText, sell.decimals))
    }
    const { preview } = own.state
    const before = await own.balanceOf(buy)
    await own.controller.confirm(preview)
    await vi.waitFor(() => expect(own.state.phase, String(own.state.error)).toBe('confirmed'), 10_000)
    if (buy.address !== undefined)
      expect((await own.balanceOf(buy)) - before).toBe(preview?.quote.bought.value)
    else
      expect((await own.balanceOf(buy)) - before).toBeGreaterThan(
        (preview?.quote.bought.value ?? 0n) - 10n ** 15n,
      )
    if (sell.address !== undefined) expect(await own.allowance(sell, amm.v2.router)).toBe(0n)
  })

  it('takes no more slippage than was agreed, where the service knows whole percents only', async () => {
    const own = await filled(coin(), stack.tokens.usd, '0.5')
    own.controller.setSlippage(250n)
    expect(await own.controller.preview(), String(own.state.error)).toBe(true)
    expect(own.state.preview?.quote.slippage).toBe(200n)
  })
})

const thief = () => stack.accounts[9]?.address as Address
const more = (amount: string) => ((BigInt(amount) * 11n) / 10n).toString()
const orderOf = (change: (body: Record<string, unknown>) => object): Lie => ({
  ask: (path, body) => (path.endsWith('build-transaction') ? { ...body, ...change(body) } : body),
})
const transactionOf = (change: (tx: { to: string; data: string; amount: string }) => object): Lie => ({
  answer: (path, body) =>
    path.endsWith('build-transaction') ? { tx: { ...body.tx, ...change(body.tx) } } : body,
})

const lies: Readonly<Record<string, () => Lie>> = {
  'offers more than the pool gives': () => ({
    answer: (path, body) =>
      path.endsWith('/quotes')
        ? { quotes: [{ ...body.quotes[0], toAmount: more(body.quotes[0].toAmount) }] }
        : body,
  }),
  'pays somebody else': () => orderOf(() => ({ userAddress: thief() })),
  'buys another token': () => orderOf(() => ({ to: `eip155:${stack.chainId}:${stack.tokens.gold.address}` })),
  'sells more': () => orderOf(({ amount }) => ({ amount: more(String(amount)) })),
  'is content with less': () => orderOf(() => ({ eip155: { slippage: 40 } })),
  'calls another contract': () => transactionOf(() => ({ to: amm.v3.router02 })),
  'takes more of the coin': () => transactionOf(({ amount }) => ({ amount: more(amount) })),
  'answers another call': () => transactionOf(() => ({ data: '0xd0e30db0' })),
  'answers rubbish': () => transactionOf(() => ({ data: 'yes' })),
  'has no offers': () => ({ answer: (path, body) => (path.endsWith('/quotes') ? { quotes: [] } : body) }),
  'tells other decimals': () => ({
    answer: (path, body) =>
      path.endsWith('/tokens')
        ? { tokens: body.tokens.map((token: object) => ({ ...token, decimals: 4 })) }
        : body,
  }),
}

describe.each(Object.keys(lies))('a service that %s', (name) => {
  it('is refused with the wallet closed', async () => {
    proxy.lie(lies[name]?.())
    const own = await filled(coin(), stack.tokens.usd, '0.5')
    expect(await own.controller.preview()).toBe(false)
    expect(own.state.error?.code).toMatch(
      /^(?:SWAP_CALLS_REFUSED|SWAP_RECEIVES_LESS|SWAP_QUOTE_INVALID|SWAP_NO_ROUTE|INVALID_DATA|CALLS_INVALID|EXECUTION_REVERTED)$/,
    )
    expect(own.asked()).toEqual([])
  })
})

it.each([
  ['down', { status: 503 as const }],
  ['slow', { delayMilliseconds: 4_000 }],
])('a service that is %s is passed over for the pools beside it', { timeout: 20_000 }, async (_, fault) => {
  service.setFaults({ swaps: fault })
  const own = await filled(coin(), stack.tokens.usd, '0.5', true)
  expect(await own.controller.preview(), String(own.state.error)).toBe(true)
  expect(own.state.preview?.sourceName).toBe('On-chain pools')
})

it('a service that has no price of gas for the network quotes without it, and isn’t asked for it with each quote', async () => {
  const asked: string[] = []
  proxy.lie({
    status(path) {
      asked.push(path.split('/').at(-1) ?? '')
      return path.endsWith('/gas-price') ? 400 : undefined
    },
  })
  const own = await filled(coin(), { ...stack.tokens.usd }, '0.5')
  expect(await own.controller.preview(), String(own.state.error)).toBe(true)
  expect(own.state.preview?.sourceName).toBe('Swap service')
  own.controller.setAmount('0.6')
  expect(await own.controller.preview(), String(own.state.error)).toBe(true)
  expect(asked.filter((path) => path === 'gas-price')).toHaveLength(1)
  expect(asked.filter((path) => path === 'quotes').length).toBeGreaterThan(1)
})

it('a service that has neither price of gas nor quotes for the network is told in the specification’s own sentence', async () => {
  proxy.lie({ status: (path) => (/\/(?:gas-price|quotes)$/.test(path) ? 400 : undefined) })
  const own = await filled(coin(), { ...stack.tokens.usd }, '0.5')
  expect(await own.controller.preview()).toBe(false)
  expect(own.state.error).toMatchObject({
    code: 'GAS_PRICE_NETWORK_UNSUPPORTED',
    shortMessage: 'Network not supported for Gas Price',
  })
  expect(own.asked()).toEqual([])
})

it('a service that can’t tell the price of gas now quotes without it, and with it otherwise, asked once a minute', async () => {
  const prices: (string | null)[] = []
  let told = 0
  proxy.lie({
    status(path, url) {
      if (path.endsWith('/quotes')) prices.push(url.searchParams.get('gasPrice'))
      if (!path.endsWith('/gas-price')) return undefined
      told += 1
      return told < 4 ? 503 : undefined
    },
  })
  const own = await filled(coin(), { ...stack.tokens.usd }, '0.5')
  const quoted = () =>
    vi.waitFor(
      () => expect([own.state.isQuoting, own.state.offer !== undefined]).toEqual([false, true]),
      15_000,
    )
  await quoted()
  expect(prices).toEqual([null])
  for (const amount of ['0.6', '0.7']) {
    own.controller.setAmount(amount)
    await quoted()
  }
  expect([told, prices.slice(1).every((price) => BigInt(price ?? 0) > 0n)]).toEqual([4, true])
})

it('a service that is down alone is told as such', { timeout: 20_000 }, async () => {
  service.setFaults({ swaps: { status: 503 } })
  const own = await filled(coin(), { ...stack.tokens.usd }, '0.5')
  expect(await own.controller.preview()).toBe(false)
  expect(own.state.error?.code).toBe('SWAP_SOURCE_FAILED')
})

describe('the contract', () => {
  const get = async (path: string) => {
    const answer = await fetch(`${service.url}/v1/convert/${path}&projectId=test`)
    return { status: answer.status, body: (await answer.json()) as any }
  }
  const of = (address: string) => `eip155:${stack.chainId}:${address}`

  it('approves without limit where no amount is said, which is why this app never asks', async () => {
    const { usd } = stack.tokens
    const path = `build-approve?from=${of(usd.address)}&to=${of(usd.address)}`
    expect((await get(path)).body.tx).toMatchObject({ to: of(usd.address), value: '0' })
    expect((await get(path)).body.tx.data.slice(-64)).toBe('f'.repeat(64))
    expect(BigInt(`0x${(await get(`${path}&amount=77`)).body.tx.data.slice(-64)}`)).toBe(77n)
  })

  it('tells what gas costs, in wei', async () => {
    const { body } = await get(`gas-price?chainId=eip155:${stack.chainId}`)
    expect(BigInt(body.instant)).toBeGreaterThanOrEqual(BigInt(body.fast))
    expect(BigInt(body.fast)).toBeGreaterThanOrEqual(BigInt(body.standard))
  })

  it.each([
    'tokens?chainId=eip155:5',
    'quotes?amount=0&from=eip155:31337:0x&to=eip155:31337:0x',
    'quotes?amount=1&from=x&to=y',
    'allowance?tokenAddress=eip155:31337:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee&userAddress=0x0000000000000000000000000000000000000001',
  ])('refuses %s', async (path) => {
    expect((await get(path)).status).toBe(400)
  })
})
