// Calls for pools of Uniswap v4 that nearly say what a quote says: the reader knows our own, and nothing else.
import fc from 'fast-check'
import { encodeAbiParameters, type Hex, padHex, zeroAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import {
  account,
  amount,
  buy,
  callOf,
  deadline,
  hook,
  type Hop,
  inputOf,
  inputsOf,
  minimum,
  ofCoin,
  own,
  ownHop,
  type Parts,
  read,
  router,
  sell,
  thief,
  unknown,
} from '../../../test/fourthCall.js'
import { encodeSwap, type SwapOrder } from './encodeSwap.js'
import { fourthInputs } from './fourthActions.js'
import type { Route } from './routes.js'
import { universalItself, writeInput } from './universalCommands.js'

const withSwap = (swap: Partial<Parts['swap']>): Parts => ({ ...own, swap: { ...own.swap, ...swap } })
const withHop = (hop: Partial<Hop>): Parts => withSwap({ path: [{ ...ownHop, ...hop }] })
const withSettle = (settle: Partial<Parts['settle']>): Parts => ({
  ...own,
  settle: { ...own.settle, ...settle },
})
const withTake = (take: Partial<Parts['take']>): Parts => ({ ...own, take: { ...own.take, ...take } })
const pool = `${sell}0001f4${buy.slice(2)}` as Hex
const stolen = [thief, 2n ** 255n, 0n, pool, false] as const

it('knows what stands in this test as our own writer writes it', () => {
  const venue = { name: 'v4', router, quoter: hook }
  const route: Route = { kind: 'v4', venue, path: [sell, buy], pools: [{ fee: 500, spacing: 10 }] }
  const order: SwapOrder = { route, amount, minimum, deadline, sellsCoin: false, buysCoin: false }
  expect(encodeSwap(order, account)).toEqual(callOf(own))
  expect(read(callOf(own))).toEqual({
    ...{ kind: 'swap', target: router, sell, buy, amount, minimum, receiver: account, deadline },
  })
})

describe('refuses', () => {
  it.each<[string, Parts]>([
    ['a hook', withHop({ hooks: hook })],
    ['data for a hook', withHop({ hookData: '0x01' })],
    ['no pool', withSwap({ path: [] })],
    ['another end of the path', withHop({ currency: thief })],
    [
      'a hook before a pool without one',
      withSwap({ path: [{ ...ownHop, currency: thief, hooks: hook }, ownHop] }),
    ],
    ['another amount traded', withSwap({ amountIn: amount - 1n })],
    ['another amount paid', withSettle({ amount: amount + 1n })],
    [
      'all that is owed, in place of an amount',
      { ...withSettle({ amount: 0n }), swap: { ...own.swap, amountIn: 0n } },
    ],
    ['all that is owed, in place of what is paid', withSettle({ amount: 0n })],
    ['all that the router holds, in place of what is paid', withSettle({ amount: 2n ** 255n })],
    ['another token paid', withSettle({ currency: thief })],
    ['another payer', withSettle({ isPaidByAccount: false })],
    ['another token taken', withTake({ currency: thief })],
    ['no minimum where the swap has one', withTake({ minimum: 0n })],
    ['a minimum that only the end has', withSwap({ amountOutMinimum: 0n })],
    [
      'the same token sold and bought',
      { ...withHop({ currency: sell }), take: { ...own.take, currency: sell } },
    ],
    ['the coin sent along', { ...own, value: amount }],
    [
      'one action more',
      { ...own, actions: '0x070b0f0f', more: [encodeAbiParameters(fourthInputs.take, [sell, 0n])] },
    ],
    ['one action more, without its input', { ...own, actions: '0x070b0f0f' }],
    ['one input more', { ...own, more: ['0x'] }],
    ['one action less', { ...own, actions: '0x070b' }],
    ['another order', { ...own, actions: '0x0b070f' }],
    ['an action that takes a share', { ...own, actions: '0x070b10' }],
    ['an exact output', { ...own, actions: '0x090b0f' }],
    ['a command that may fail in silence', { ...own, commands: '0x90' }],
    ['a swap of another version after it', { ...own, commands: '0x1000', after: [writeInput('v3', stolen)] }],
    [
      'a swap of another version before it',
      { ...own, commands: '0x0010', before: [writeInput('v3', stolen)] },
    ],
    [
      'a wrap before it',
      { ...ofCoin(amount), commands: '0x0b10', before: [writeInput('wrap', [universalItself, amount])] },
    ],
    ['an unwrapping after it', { ...own, commands: '0x100c', after: [writeInput('unwrap', [thief, 0n])] }],
    ['two of them', { ...own, commands: '0x1010', after: [inputOf(own)] }],
    ['a command without its input', { ...own, commands: '0x1010' }],
    ['a swap of the coin without the coin', ofCoin(0n)],
    ['a swap of the coin with less of it', ofCoin(amount - 1n)],
    ['a swap of the coin with more of it', ofCoin(amount + 1n)],
  ])('%s', (_, parts) => {
    expect(read(callOf(parts))).toEqual(unknown)
  })

  it('whoever is paid by the action that names a receiver', () => {
    const named = [{ type: 'address' }, { type: 'address' }, { type: 'uint256' }] as const
    for (const receiver of [thief, router, account, universalItself]) {
      const [swap, settle] = inputsOf(own)
      const take = encodeAbiParameters(named, [buy, receiver, minimum])
      expect(read(callOf(own, writeInput('fourth', ['0x070b0e', [swap, settle, take]])))).toEqual(unknown)
      // The same bytes as if they were the action that pays who calls.
      expect(read(callOf(own, writeInput('fourth', ['0x070b0f', [swap, settle, take]])))).toEqual(unknown)
    }
  })

  it('a signature for another token, amount or spender, and one beside the coin', () => {
    const signed = (details: object, { spender = router, parts = own } = {}) => {
      const exact = { token: sell, amount, expiration: 1, nonce: 0, ...details }
      const permit = { details: exact, spender, sigDeadline: deadline }
      const before = [writeInput('permit', [permit, padHex('0x1', { size: 65 })])]
      return read(callOf({ ...parts, commands: '0x0a10', before }))
    }
    expect(signed({})).toMatchObject({ kind: 'swap', sell, amount })
    expect(signed({ token: thief })).toEqual(unknown)
    expect(signed({ amount: amount + 1n })).toEqual(unknown)
    expect(signed({}, { spender: thief })).toEqual(unknown)
    expect(signed({ token: zeroAddress }, { parts: ofCoin(amount) })).toEqual(unknown)
  })
})

it('tells a minimum of nothing as it is, for the quote to be held against', () => {
  const nothing = { ...withSwap({ amountOutMinimum: 0n }), take: { ...own.take, minimum: 0n } }
  expect(read(callOf(nothing))).toMatchObject({ kind: 'swap', minimum: 0n })
})

it('tells the coin as no token, sold or bought', () => {
  expect(read(callOf(ofCoin(amount)))).not.toHaveProperty('sell')
  const bought = { ...withHop({ currency: zeroAddress }), take: { ...own.take, currency: zeroAddress } }
  const reading = read(callOf(bought))
  expect(reading).toMatchObject({ kind: 'swap', sell })
  expect(reading).not.toHaveProperty('buy')
})

it('is never misled by lengths: every number of hops is read by its last', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 6 }), (count) => {
      const path = Array.from({ length: count }, (_, index) => ({
        ...ownHop,
        currency: index === count - 1 ? buy : hook,
      }))
      expect(read(callOf(withSwap({ path })))).toMatchObject({ kind: 'swap', sell, buy, receiver: account })
    }),
  )
})
