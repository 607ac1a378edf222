// Bytes for pools of Uniswap v4, spoilt at every place and lengthened: nothing that says something else is read as a swap.
import fc from 'fast-check'
import { bytesToHex, getAddress, type Hex, hexToBytes, padHex, toHex } from 'viem'
import { expect, it } from 'vitest'
import {
  account,
  amount,
  callOf,
  hook,
  inputOf,
  minimum,
  own,
  place,
  read,
  router,
  unknown,
} from '../../../test/fourthCall.js'
import { encodeSwap, type SignedPermit2, type SwapOrder } from './encodeSwap.js'
import { readSwapCall } from './readSwapCall.js'
import { listRoutes, type Route } from './routes.js'

const { data } = callOf(own)
const bytes = hexToBytes(data)

it('reads no other amount, minimum, payer or receiver out of a byte that differs, wherever it is', {
  timeout: 60_000,
}, () => {
  let known = 0
  for (const index of bytes.keys()) {
    for (const difference of [1, 128]) {
      const spoilt = Uint8Array.from(bytes)
      spoilt[index] = ((spoilt[index] ?? 0) + difference) % 256
      const reading = read({ to: router, data: bytesToHex(spoilt) })
      // The pool may be another one, and the time until when.
      if (reading.kind === 'unknown') continue
      known += 1
      expect(reading).toMatchObject({ kind: 'swap', target: router, amount, minimum, receiver: account })
    }
  }
  // The pool's fee and spacing, and the deadline: 3, 3 and 32 bytes, but for what no longer has its sign.
  expect(known).toBeLessThanOrEqual(2 * (3 + 3 + 32))
  expect(known).toBeGreaterThan(0)
})

it('reads nothing that is longer than it has to be', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 64 }), (more) => {
      const digits = bytesToHex(more).slice(2)
      expect(read({ to: router, data: `${data}${digits}` as Hex })).toEqual(unknown)
      expect(read(callOf(own, `${inputOf(own)}${digits}` as Hex))).toEqual(unknown)
    }),
  )
})

it('reads nothing that is cut', { timeout: 60_000 }, () => {
  for (let size = 0; size < bytes.length; size++) {
    expect(read({ to: router, data: bytesToHex(bytes.subarray(0, size)) })).toEqual(unknown)
  }
})

it('reads back what is written, for every route, coin, token, amount and signature', () => {
  const venues = {
    wrapped: { address: place.wrapped, symbol: 'WETH', decimals: 18 },
    v4: [{ name: 'v4', router, quoter: hook }],
  }
  const addresses = fc
    .bigInt(3n, 2n ** 160n - 1n)
    .map((value) => getAddress(padHex(toHex(value), { size: 20 })))
  const numbers = fc.bigInt(1n, 2n ** 128n - 1n)
  const asked = fc.record({
    ...{ one: addresses, other: addresses, owner: addresses, sold: numbers, least: numbers },
    ...{ until: fc.bigInt(1n, 2n ** 40n), index: fc.nat(), isSigned: fc.boolean() },
    kind: fc.constantFrom('tokens', 'sellsCoin', 'buysCoin'),
  })
  fc.assert(
    fc.property(asked, ({ one, other, owner, sold, least, until, index, isSigned, kind }) => {
      const [isSold, isBought] = [kind === 'sellsCoin', kind === 'buysCoin']
      const [from, to] = [isSold ? place.wrapped : one, isBought ? place.wrapped : other]
      if (from === to) return
      const routes = listRoutes(venues, from, to, { isSold, isBought })
      const route = routes[index % routes.length] as Route
      const ends = { sellsCoin: isSold, buysCoin: isBought }
      const order: SwapOrder = { route, amount: sold, minimum: least, deadline: until, ...ends }
      const details = { token: from, amount: sold, expiration: 1, nonce: 2 }
      const permit: SignedPermit2 = {
        kind: 'permit2',
        permit: { details, spender: router, sigDeadline: until },
        signature: padHex('0x1', { size: 65 }),
      }
      const call = encodeSwap(order, owner, isSigned && !isSold ? permit : undefined)
      expect(call.value).toBe(isSold ? sold : undefined)
      expect(readSwapCall(call, owner, place)).toEqual({
        ...{ kind: 'swap', target: router },
        ...(isSold ? {} : { sell: from }),
        ...(isBought ? {} : { buy: to }),
        ...{ amount: sold, minimum: least, receiver: owner, deadline: until },
      })
    }),
  )
})
