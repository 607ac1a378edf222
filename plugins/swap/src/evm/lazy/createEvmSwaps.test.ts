import { deployAmm, startEvm } from '@latchkey/devstack/evm'
import fc from 'fast-check'
import { type Address, getAddress, type Hex, padHex, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EvmBench, openBench, startCounter } from '../../../test/evmBench.js'
import { encodeSwap, encodeWrap, type SignedAllowance, type SwapOrder } from './encodeSwap.js'
import { readSwapCall } from './readSwapCall.js'
import { listRoutes } from './routes.js'
import { venueData } from './venueData.js'

const addresses = fc
  .bigInt(3n, 2n ** 160n - 1n)
  .map((value) => getAddress(padHex(toHex(value), { size: 20 })))

describe('over a local chain', () => {
  let bench: EvmBench
  let counter: Awaited<ReturnType<typeof startCounter>>
  beforeAll(async () => {
    const stack = await startEvm()
    counter = await startCounter(stack.url)
    bench = await openBench(stack, await deployAmm(stack), { url: counter.url })
  })
  afterAll(async () => {
    await bench?.stop()
    await counter?.stop()
  })

  const request = (sell: 'coin' | 'usd' | 'gold', buy: 'coin' | 'usd' | 'gold') => {
    const { usd, gold } = bench.stack.tokens
    const tokens = { coin: bench.coin, usd, gold }
    return {
      networkId: bench.networkId,
      sell: tokens[sell],
      buy: tokens[buy],
      amount: 10n ** BigInt(tokens[sell].decimals),
      slippage: 100n,
      account: bench.stack.accounts[0]?.address ?? '',
      signal: new AbortController().signal,
    }
  }

  it.each([
    ['coin', 'usd'],
    ['usd', 'coin'],
    ['gold', 'usd'],
  ] as const)('asks once for all routes, the allowance and the time: %s to %s', async (sell, buy) => {
    // The first question of all may also ask the chain for its id.
    await bench.quotes.quote(request('usd', 'gold'))
    const before = counter.count()
    const quote = await bench.quotes.quote(request(sell, buy))
    expect(counter.count() - before).toBe(1)
    expect(quote.bought.value).toBeGreaterThan(0n)
  })

  it('takes the best of direct and longer routes on both venues', async () => {
    const quote = await bench.quotes.quote(request('gold', 'usd'))
    expect(quote.route.map(({ sell, buy }) => `${sell.symbol}-${buy.symbol}`)).toEqual([
      'LGLD-WETH',
      'WETH-LUSD',
    ])
    const direct = await bench.quotes.quote(request('coin', 'usd'))
    expect(direct.route).toMatchObject([{ venue: 'Uniswap v3', fee: 500 }])
  })

  it('has no route where there is no pool', async () => {
    const nobody = { address: bench.amm.v2.factory, symbol: 'X', decimals: 18 }
    await expect(bench.quotes.quote({ ...request('coin', 'usd'), buy: nobody })).rejects.toMatchObject({
      code: 'SWAP_NO_ROUTE',
    })
  })

  it('finds tokens by address, counts silent ones in their smallest unit, and no accounts', async () => {
    const { networkId } = bench
    const signal = new AbortController().signal
    const find = (address: string) => bench.quotes.findToken({ networkId, address, signal })
    expect(await find(bench.amm.tokens.permit.address.toLowerCase())).toMatchObject({
      symbol: 'SIGN',
      decimals: 18,
    })
    expect(await find(bench.amm.tokens.silent.address)).toMatchObject({ decimals: 0 })
    expect(await find(bench.stack.accounts[0]?.address ?? '')).toBeUndefined()
    expect(await find('LUSD')).toBeUndefined()
  })
})

it('knows PancakeSwap’s pools, and their own fees, where its documentation names them', () => {
  const named = Object.entries(venueData).flatMap(([id, { v3 = [] }]) =>
    v3.flatMap((venue) => (venue.name === 'PancakeSwap v3' ? [{ id, ...venue }] : [])),
  )
  expect(named.map(({ id }) => id)).toEqual([
    'eip155:1',
    'eip155:56',
    'eip155:324',
    'eip155:8453',
    'eip155:42161',
  ])
  for (const { fees, form } of named) {
    expect(fees).toEqual([100, 500, 2_500, 10_000])
    // It takes a deadline with each swap, as the first router of Uniswap's third version does.
    expect(form).toBe('SwapRouter')
  }
})

describe('what a router is called with', () => {
  const venues = venueData['eip155:1']!
  const wrapped = venues.wrapped.address as Address
  const permit2: Address = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
  const place = { wrapped, permit2: [permit2] }
  const uint = fc.bigInt(1n, 2n ** 150n)
  const forms = fc.constantFrom('SwapRouter', 'SwapRouter02', 'UniversalRouter')
  /** Routes of one router alone, over pools of both versions. */
  const routesOf = (form: 'SwapRouter' | 'SwapRouter02' | 'UniversalRouter', sell: Address, buy: Address) => {
    const [{ quoter, router }] = venues.v3 as [NonNullable<typeof venues.v3>[0]]
    const v3 = [{ name: 'v3', quoter, router, form, mixed: { name: 'v2', quoter } }]
    return listRoutes({ ...venues, v3, v4: [] }, sell, buy)
  }

  it('reads back as it was written, for every route, router, coin, token and signature', () => {
    fc.assert(
      fc.property(
        fc.record({ one: addresses, other: addresses, account: addresses, amount: uint, minimum: uint }),
        fc.record({
          deadline: fc.bigInt(1n, 2n ** 40n),
          index: fc.nat(),
          form: forms,
          isSigned: fc.boolean(),
        }),
        fc.constantFrom('tokens', 'sellsCoin', 'buysCoin'),
        ({ one, other, account, amount, minimum }, { deadline, index, form, isSigned }, kind) => {
          const [sell, buy] = [kind === 'sellsCoin' ? wrapped : one, kind === 'buysCoin' ? wrapped : other]
          const routes = routesOf(form, sell, buy)
          const route = routes[index % routes.length]
          if (!route || sell === buy) return
          const order: SwapOrder = {
            ...{ route, amount, minimum, deadline },
            sellsCoin: kind === 'sellsCoin',
            buysCoin: kind === 'buysCoin',
          }
          const signature = padHex('0x1', { size: 32 })
          const permit: SignedAllowance =
            form === 'UniversalRouter'
              ? {
                  kind: 'permit2',
                  permit: {
                    details: { token: sell, amount, expiration: 1, nonce: 2 },
                    spender: route.venue.router,
                    sigDeadline: deadline,
                  },
                  signature,
                }
              : { kind: 'permit', token: sell, value: amount, deadline, v: 27, r: signature, s: signature }
          const isPermitted = isSigned && route.kind === 'v3' && kind !== 'sellsCoin'
          const call = encodeSwap(order, account, isPermitted ? permit : undefined)
          expect(readSwapCall(call, account, place)).toEqual({
            kind: 'swap',
            target: route.venue.router,
            ...(kind === 'sellsCoin' ? {} : { sell }),
            ...(kind === 'buysCoin' ? {} : { buy }),
            ...{ amount, minimum, receiver: account, deadline },
          })
        },
      ),
    )
  })

  it('is unknown once a byte of the function is another, or the coin goes with it', () => {
    fc.assert(
      fc.property(
        addresses,
        uint,
        fc.nat({ max: 3 }),
        fc.nat(),
        forms,
        (account, amount, byte, index, form) => {
          const routes = routesOf(form, wrapped, account)
          const route = routes[index % routes.length]
          if (!route) return
          const order: SwapOrder = {
            route,
            amount,
            minimum: 1n,
            deadline: 1n,
            sellsCoin: false,
            buysCoin: false,
          }
          const call = encodeSwap(order, account)
          const bytes = [...(call.data ?? '')]
          bytes[2 + 2 * byte] = bytes[2 + 2 * byte] === '0' ? '1' : '0'
          const target = { kind: 'unknown', target: call.to }
          expect(
            readSwapCall({ ...call, data: bytes.join('') as Hex }, account, { wrapped: undefined }),
          ).toEqual(target)
          expect(readSwapCall({ ...call, value: amount + 1n }, account, place)).toEqual(target)
        },
      ),
    )
  })

  it('of the wrapped coin is one for one', () => {
    const account = wrapped
    expect(readSwapCall(encodeWrap(wrapped, true, 5n), account, place)).toMatchObject({
      buy: wrapped,
      amount: 5n,
      minimum: 5n,
    })
    expect(readSwapCall(encodeWrap(wrapped, false, 5n), account, place)).toMatchObject({
      sell: wrapped,
      amount: 5n,
    })
  })

  it('never makes the reader throw, whatever is called', () => {
    fc.assert(
      fc.property(fc.anything(), (call) => {
        expect(['unknown', 'approval', 'swap']).toContain(readSwapCall(call, wrapped, place).kind)
      }),
    )
  })
})

it('knows routers for eleven of the twelve networks of the specification, by valid addresses', () => {
  const networks = [1, 42161, 10, 324, 8453, 56, 137, 100, 43114, 250, 8217, 1313161554]
  const missing = networks.filter((id) => !venueData[`eip155:${id}`])
  // Those of Kaia name their functions after its coin.
  expect(missing).toEqual([8217])
  for (const { wrapped, tokens = [], v2 = [], v3 = [] } of Object.values(venueData)) {
    const all = [wrapped.address, ...tokens.map(({ address }) => address)]
    for (const address of [
      ...all,
      ...v2.map(({ router }) => router),
      ...v3.flatMap((one) => [one.router, one.quoter]),
    ]) {
      // A letter of the wrong case is a digit that was typed wrong.
      if (address.toLowerCase() !== address) expect(getAddress(address.toLowerCase())).toBe(address)
    }
    expect(v2.length + v3.length).toBeGreaterThan(0)
  }
})
