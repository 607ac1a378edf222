// Slipstream, by the functions it documents: over pools of a local chain, on the wire, and in our own data.
import { deployAmm, deploySlipstream, type EvmSlipstream, startEvm } from '@latchkey/devstack/evm'
import { type Address, type Hex, decodeFunctionData, encodeFunctionData, getAddress, parseAbi } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EvmBench, openBench, simulateSwap, startCounter, venuesOf } from '../../../test/evmBench.js'
import type { SwapToken } from '../../SwapSource.js'
import type { EvmVenues } from '../EvmVenues.js'
import { v3Abi } from './abis.js'
import { quoteCall, quoteForm } from './marketCalls.js'
import { listRoutes } from './routes.js'
import { venueData } from './venueData.js'

const [router, quoter, one, other, middle] = ['11', '22', '33', '44', '55'].map(
  (byte) => `0x${byte.repeat(20)}`,
) as [Address, Address, Address, Address, Address]

describe('over a local chain', () => {
  let bench: EvmBench
  let slipstream: EvmSlipstream
  let counter: Awaited<ReturnType<typeof startCounter>>
  beforeAll(async () => {
    const stack = await startEvm()
    const amm = await deployAmm(stack)
    slipstream = await deploySlipstream(stack, amm)
    counter = await startCounter(stack.url)
    const venues: EvmVenues = {
      ...venuesOf(stack, amm, 'SwapRouter02'),
      slipstream: [{ name: 'Slipstream', router: slipstream.router, quoter: slipstream.quoter }],
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
  const holder = () => {
    const [, account] = bench.stack.accounts
    if (!account) throw new Error('The stack has no such account.')
    return account
  }
  const request = (sell: Name, buy: Name) => ({
    networkId: bench.networkId,
    sell: tokenOf(sell),
    buy: tokenOf(buy),
    amount: 3n * 10n ** BigInt(tokenOf(sell).decimals),
    slippage: 100n,
    account: holder().address,
    signal: new AbortController().signal,
  })

  it.each([
    ['coin', 'usd', 1],
    ['usd', 'coin', 1],
    ['usd', 'weth', 1],
    ['permit', 'gold', 2],
    ['permit', 'coin', 1],
  ] as const)('gives what it says, to the last unit, and asks once: %s to %s', async (sell, buy, hops) => {
    // The first question of all may also ask the chain for its id.
    await bench.quotes.quote(request('coin', 'usd'))
    const before = counter.count()
    const asked = request(sell, buy)
    const quote = await bench.quotes.quote(asked)
    expect(counter.count() - before).toBe(1)
    expect(quote.route).toHaveLength(hops)
    for (const hop of quote.route) {
      expect(hop.venue).toBe('Slipstream')
      // A spacing is no fee.
      expect(hop).not.toHaveProperty('fee')
    }
    expect(quote.allowance?.spender).toBe(sell === 'coin' ? undefined : slipstream.router)
    const { approvals, swap } = await bench.quotes.calls({ ...asked, quote })
    const did = await simulateSwap(bench.stack, holder().address, [...approvals, ...swap], {
      ...{ sell: asked.sell, buy: asked.buy, allowance: quote.allowance },
    })
    expect(did).toMatchObject({ received: quote.bought.value, paid: asked.amount })
    expect(did.allowed).toEqual(sell === 'coin' ? [] : [0n])
  })

  it('reads its own calls back, and names the router among its targets', async () => {
    const asked = request('permit', 'coin')
    const quote = await bench.quotes.quote(asked)
    const { swap } = await bench.quotes.calls({ ...asked, quote })
    const { networkId } = bench
    const account = holder().address
    expect(await bench.reader.read({ networkId, account, calls: swap })).toEqual([
      {
        kind: 'swap',
        target: slipstream.router,
        sell: asked.sell.address,
        ...{ amount: asked.amount, minimum: quote.minimum.value, receiver: account },
        deadline: expect.any(BigInt),
      },
    ])
    expect(bench.quotes.targets(networkId)).toContain(slipstream.router)
  })

  it('takes a signature of the token in place of an approval', async () => {
    const asked = request('permit', 'gold')
    const quote = await bench.quotes.quote(asked)
    const signature = await bench.quotes.signature?.({ ...asked, quote })
    const message = signature?.message as Parameters<
      ReturnType<typeof privateKeyToAccount>['signTypedData']
    >[0]
    const signed = await privateKeyToAccount(holder().privateKey).signTypedData(message)
    const { approvals, swap } = (await signature?.calls(signed)) ?? { approvals: [], swap: [] }
    expect([approvals.length, swap.length]).toEqual([0, 1])
    const did = await simulateSwap(bench.stack, holder().address, swap, {
      ...{ sell: asked.sell, buy: asked.buy, allowance: quote.allowance },
    })
    expect(did).toEqual({ received: quote.bought.value, paid: asked.amount, allowed: [0n] })
  })
})

describe('on the wire', () => {
  const venues: EvmVenues = {
    wrapped: { address: middle, symbol: 'WETH', decimals: 18 },
    slipstream: [{ name: 'Slipstream', router, quoter }],
  }

  it('asks every spacing over one pool, and each choice of two over two', () => {
    const routes = listRoutes(venues, one, other)
    const spacings = routes.map((route) => (route.kind === 'v3' ? route.fees : []))
    expect(spacings.filter(({ length }) => length === 1).flat()).toEqual([100, 200, 1, 50, 2000])
    const pairs = spacings.filter(({ length }) => length === 2)
    expect(pairs).toHaveLength(4)
    expect(new Set(pairs.flat())).toEqual(new Set([100, 200]))
  })

  it('asks the quoter with tick spacings in the path, as signed numbers of three bytes', () => {
    const abi = parseAbi(['function quoteExactInput(bytes path, uint256 amountIn)'])
    const [route] = listRoutes(venues, one, other)
    if (!route) throw new Error('There is no route.')
    const path = `${one}000064${other.slice(2)}` as Hex
    expect(quoteCall(quoteForm(route), 7n)).toEqual({
      to: quoter,
      data: encodeFunctionData({ abi, functionName: 'quoteExactInput', args: [path, 7n] }),
    })
  })

  it('calls the router with a deadline in the swap, as its own interface has it', async () => {
    const { encodeSwap } = await import('./encodeSwap.js')
    const [route] = listRoutes(venues, one, other)
    if (!route) throw new Error('There is no route.')
    const order = { route, amount: 5n, minimum: 4n, deadline: 9n, sellsCoin: false, buysCoin: false }
    const call = encodeSwap(order, middle)
    expect(call.to).toBe(router)
    expect(decodeFunctionData({ abi: v3Abi, data: call.data as Hex })).toEqual({
      functionName: 'exactInput',
      args: [
        {
          path: `${one}000064${other.slice(2)}`,
          ...{ recipient: middle, deadline: 9n, amountIn: 5n, amountOutMinimum: 4n },
        },
      ],
    })
  })
})

it('knows the deployments of Aerodrome on Base and of Velodrome on Optimism, each once and by valid addresses', () => {
  const known = Object.entries(venueData).flatMap(([id, { slipstream = [] }]) =>
    slipstream.map((venue) => ({ id, ...venue })),
  )
  expect(known.map(({ id, name }) => `${id} ${name}`)).toEqual([
    'eip155:10 Velodrome Slipstream',
    'eip155:10 Velodrome Slipstream',
    'eip155:8453 Aerodrome Slipstream',
    'eip155:8453 Aerodrome Slipstream',
    'eip155:8453 Aerodrome Slipstream',
  ])
  const addresses = known.flatMap((venue) => [venue.router, venue.quoter])
  expect(new Set(addresses).size).toBe(addresses.length)
  for (const address of addresses) expect(getAddress(address.toLowerCase())).toBe(address)
})
