// Uniswap v4, by its own contracts on a local chain, on the wire, and in our own data.
import { deployAmm, deployUniswapV4, type EvmUniswapV4, startEvm } from '@latchkey/devstack/evm'
import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  maxUint256,
  parseAbi,
  zeroAddress,
} from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EvmBench, openBench, simulateSwap, startCounter, venuesOf } from '../../../test/evmBench.js'
import type { SwapToken } from '../../SwapSource.js'
import type { EvmVenues } from '../EvmVenues.js'
import { quoteCall, quoteForm } from './marketCalls.js'
import { listRoutes, type Route } from './routes.js'
import { venueData } from './venueData.js'

const cheap = { fee: 100, spacing: 1 }
const usual = { fee: 500, spacing: 10 }

describe('over a local chain', () => {
  let bench: EvmBench
  let v4: EvmUniswapV4
  let counter: Awaited<ReturnType<typeof startCounter>>
  beforeAll(async () => {
    const stack = await startEvm()
    const amm = await deployAmm(stack)
    v4 = await deployUniswapV4(stack, amm)
    counter = await startCounter(stack.url)
    const { router, quoter } = v4
    const venues: EvmVenues = {
      ...venuesOf(stack, amm, 'SwapRouter02'),
      // As it pleases the host: the first two are asked over two pools.
      v4: [{ name: 'Uniswap v4', router, quoter, pools: [cheap, usual, { fee: 3_000, spacing: 60 }] }],
    }
    bench = await openBench(stack, amm, { url: counter.url, venues })
  })
  afterAll(async () => {
    await bench?.stop()
    await counter?.stop()
  })

  type Name = 'coin' | 'usd' | 'gold' | 'permit' | 'weth'
  const tokenOf = (name: Name): SwapToken => {
    const { usd, gold } = bench.stack.tokens
    const { permit, weth } = bench.amm.tokens
    return { coin: bench.coin, usd, gold, permit, weth }[name]
  }
  const holder = (index = 1) => {
    const account = bench.stack.accounts[index]
    if (!account) throw new Error('The stack has no such account.')
    return account
  }
  const request = (sell: Name, buy: Name, account = holder().address) => ({
    networkId: bench.networkId,
    sell: tokenOf(sell),
    buy: tokenOf(buy),
    amount: 3n * 10n ** BigInt(tokenOf(sell).decimals),
    slippage: 100n,
    account,
    signal: new AbortController().signal,
  })

  it.each([
    ['coin', 'usd', ['ETH-LUSD 100']],
    ['usd', 'coin', ['LUSD-ETH 100']],
    ['permit', 'coin', ['SIGN-ETH 500']],
    ['permit', 'gold', ['SIGN-ETH 500', 'ETH-LGLD 500']],
    ['gold', 'usd', ['LGLD-ETH 500', 'ETH-LUSD 100']],
  ] as const)('gives what it says, to the last unit, and asks once: %s to %s', async (sell, buy, hops) => {
    // The first question of all may also ask the chain for its id.
    await bench.quotes.quote(request('coin', 'usd'))
    const before = counter.count()
    const asked = request(sell, buy)
    const quote = await bench.quotes.quote(asked)
    expect(counter.count() - before).toBe(1)
    const route = quote.route.map((hop) => `${hop.sell.symbol}-${hop.buy.symbol} ${hop.fee}`)
    expect(route).toEqual(hops)
    expect(new Set(quote.route.map(({ venue }) => venue))).toEqual(new Set(['Uniswap v4']))
    expect(quote.allowance?.through).toBe(sell === 'coin' ? undefined : bench.amm.universal.permit2)
    const { approvals, swap } = await bench.quotes.calls({ ...asked, quote })
    // One for the token, one for Permit2.
    expect(approvals).toHaveLength(sell === 'coin' ? 0 : 2)
    const did = await simulateSwap(bench.stack, holder().address, [...approvals, ...swap], {
      ...{ sell: asked.sell, buy: asked.buy, allowance: quote.allowance },
    })
    expect(did).toMatchObject({ received: quote.bought.value, paid: asked.amount })
    expect(did.allowed).toEqual(sell === 'coin' ? [] : [0n, 0n])
    expect(await bench.stack.balanceOf(v4.router)).toBe(0n)
  })

  it('reads its own calls back: the caller gets what is bought', async () => {
    const { networkId } = bench
    const account = holder().address
    for (const [sell, buy] of [
      ['coin', 'usd'],
      ['permit', 'coin'],
      ['permit', 'gold'],
    ] as const) {
      const asked = request(sell, buy)
      const quote = await bench.quotes.quote(asked)
      const { swap } = await bench.quotes.calls({ ...asked, quote })
      expect(await bench.reader.read({ networkId, account, calls: swap })).toEqual([
        {
          kind: 'swap',
          target: v4.router,
          ...(sell === 'coin' ? {} : { sell: asked.sell.address }),
          ...(buy === 'coin' ? {} : { buy: asked.buy.address }),
          ...{ amount: asked.amount, minimum: quote.minimum.value, receiver: account },
          deadline: expect.any(BigInt),
        },
      ])
    }
    expect(bench.quotes.targets(networkId)).toContain(v4.router)
  })

  it('takes one signature of who lets Permit2 move the token already', async () => {
    const signer = holder(2)
    const { client, chain } = bench.stack
    const address = bench.amm.tokens.permit.address
    const args = [bench.amm.universal.permit2, maxUint256] as const
    const call = { address, abi: erc20Abi, functionName: 'approve', args } as const
    await client.waitForTransactionReceipt({
      hash: await client.writeContract({ ...call, account: signer.address, chain }),
    })
    const asked = request('permit', 'gold', signer.address)
    const quote = await bench.quotes.quote(asked)
    const signature = await bench.quotes.signature?.({ ...asked, quote })
    const message = signature?.message as Parameters<PrivateKeyAccount['signTypedData']>[0]
    const signed = await privateKeyToAccount(signer.privateKey).signTypedData(message)
    const { approvals, swap } = (await signature?.calls(signed)) ?? { approvals: [], swap: [] }
    expect([approvals.length, swap.length]).toEqual([0, 1])
    const { networkId } = bench
    expect(await bench.reader.read({ networkId, account: signer.address, calls: swap })).toMatchObject([
      { kind: 'swap', sell: asked.sell.address, buy: asked.buy.address, receiver: signer.address },
    ])
    const did = await simulateSwap(bench.stack, signer.address, swap, {
      ...{ sell: asked.sell, buy: asked.buy, allowance: quote.allowance },
    })
    expect(did).toMatchObject({ received: quote.bought.value, paid: asked.amount })
    expect(did.allowed[1]).toBe(0n)
  })

  it('trades the wrapped coin over its own pools, and leaves amounts beyond 128 bits to others', async () => {
    const { router, quoter } = v4
    const { wrapped, tokens = [] } = venuesOf(bench.stack, bench.amm, 'SwapRouter02')
    const venues: EvmVenues = { wrapped, tokens, v4: [{ name: 'Uniswap v4', router, quoter }] }
    const own = await openBench(bench.stack, bench.amm, { venues })
    const quote = await own.quotes.quote(request('usd', 'weth'))
    expect(quote.route).toMatchObject([{ fee: 3000, buy: { address: wrapped.address } }])
    const huge = { ...request('usd', 'weth'), amount: 2n ** 128n }
    await expect(own.quotes.quote(huge)).rejects.toMatchObject({ code: 'SWAP_NO_ROUTE' })
  })
})

describe('on the wire', () => {
  const [router, quoter, one, other, wrapped] = ['11', '22', '33', '44', '55'].map(
    (byte) => `0x${byte.repeat(20)}`,
  ) as [Address, Address, Address, Address, Address]
  const venues: EvmVenues = {
    wrapped: { address: wrapped, symbol: 'WETH', decimals: 18 },
    v4: [{ name: 'v4', router, quoter }],
  }
  const fourthOf = (routes: readonly Route[]) =>
    routes.flatMap((route) => (route.kind === 'v4' ? [route] : []))

  it('goes by the coin itself where the coin is sold, bought or in between, and by the wrapped one at ends alone', () => {
    const ends = (routes: readonly Route[]) => [...new Set(routes.map(({ path }) => path.join()))]
    expect(ends(listRoutes(venues, wrapped, one, { isSold: true, isBought: false }))).toEqual([
      [zeroAddress, one].join(),
    ])
    expect(ends(listRoutes(venues, one, wrapped, { isSold: false, isBought: true }))).toEqual([
      [one, zeroAddress].join(),
    ])
    expect(ends(listRoutes(venues, wrapped, one))).toEqual([[wrapped, one].join()])
    expect(ends(listRoutes(venues, one, other))).toEqual([
      [one, other].join(),
      [one, zeroAddress, other].join(),
    ])
  })

  it('asks four pools over one token, and each choice of two over two', () => {
    const counts = fourthOf(listRoutes(venues, one, other)).map(({ pools }) => pools.length)
    expect([1, 2].map((hops) => counts.filter((count) => count === hops).length)).toEqual([4, 4])
  })

  it('asks the quoter as viem does', () => {
    const abi = parseAbi([
      'struct Hop { address currency; uint24 fee; int24 tickSpacing; address hooks; bytes hookData; }',
      'struct Asked { address currency; Hop[] path; uint128 amount; }',
      'function quoteExactInput(Asked asked)',
    ])
    const routes = fourthOf(listRoutes(venues, one, other))
    for (const route of routes) {
      const path = route.pools.map(({ fee, spacing }, index) => ({
        currency: route.path[index + 1] as Address,
        ...{ fee, tickSpacing: spacing, hooks: zeroAddress, hookData: '0x' as const },
      }))
      expect(quoteCall(quoteForm(route), 7n)).toEqual({
        to: quoter,
        data: encodeFunctionData({
          abi,
          functionName: 'quoteExactInput',
          args: [{ currency: one, path, amount: 7n }],
        }),
      })
    }
  })
})

it('knows pools of the fourth version by the router of version 2.0 that each network has, by valid addresses', () => {
  const known = Object.entries(venueData).flatMap(([id, { v3 = [], v4 = [] }]) =>
    v4.map((venue) => ({ id, v3, ...venue })),
  )
  expect(known.map(({ id }) => id)).toEqual([
    'eip155:1',
    'eip155:10',
    'eip155:56',
    'eip155:137',
    'eip155:8453',
    'eip155:42161',
    'eip155:43114',
  ])
  for (const { router, quoter, v3 } of known) {
    for (const address of [router, quoter]) expect(getAddress(address.toLowerCase())).toBe(address)
    const own = v3.find(({ form }) => form === 'UniversalRouter')
    if (own) expect(router).toBe(own.router)
  }
})
