import { TypeRegistry } from '@polkadot/types'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeSs58 } from '../../ss58.js'
import { checkCall } from './checkCall.js'
import { transferOf } from './quote.js'

const key = (byte: number) => new Uint8Array(32).fill(byte)
const to = encodeSs58(key(7), 42)
const registry = new TypeRegistry()
const compact = (value: bigint) => registry.createType('Compact<u128>', value).toU8a()
const callOf = (receiver: Uint8Array, value: bigint, head: readonly number[] = [5, 3, 0]) =>
  Uint8Array.of(...head, ...receiver, ...compact(value))
const wrong = expect.objectContaining({ code: 'POLKADOT_METADATA_WRONG' })

describe('the bytes of a transfer', () => {
  it('are those of the SDK, whatever the amount', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }), (amount) => {
        checkCall(callOf(key(7), amount), { to, amount })
        checkCall(callOf(key(7), amount, [5, 3]), { to, amount })
        expect(() => checkCall(callOf(key(7), amount ^ 1n), { to, amount })).toThrow(wrong)
      }),
    )
    for (const power of [6n, 14n, 30n, 32n, 64n, 120n]) {
      for (const amount of [2n ** power - 1n, 2n ** power]) checkCall(callOf(key(7), amount), { to, amount })
    }
  })

  it.each<[string, Uint8Array]>([
    ['another receiver', callOf(key(8), 100n)],
    ['another amount', callOf(key(7), 101n)],
    ['the amount before the receiver', Uint8Array.of(5, 3, ...compact(100n), 0, ...key(7))],
    ['a second receiver', Uint8Array.of(5, 3, 0, ...key(7), 0, ...key(8), ...compact(100n))],
    ['something after it', Uint8Array.of(...callOf(key(7), 100n), 0)],
    ['an amount that is not compact', Uint8Array.of(5, 3, 0, ...key(7), 100, ...new Uint8Array(15))],
    ['an index for the receiver', callOf(key(7), 100n, [5, 3, 1])],
    ['nothing', Uint8Array.of(5, 3)],
  ])('are refused with %s', (_, call) => {
    expect(() => checkCall(call, { to, amount: 100n })).toThrow(wrong)
  })

  it('are looked at before anything is priced or signed', () => {
    const tx = (call: Uint8Array) => () => ({ method: { toU8a: () => call } })
    const api = (call: Uint8Array) => ({
      tx: { balances: { transferKeepAlive: tx(call), transferAll: tx(call) } },
    })
    const network = { name: 'Test' } as never
    const all = Uint8Array.of(5, 4, 0, ...key(7), 1)
    const make =
      (call: Uint8Array, everything = false) =>
      () =>
        transferOf(api(call) as never, network, { to, amount: 100n, everything })
    expect(make(callOf(key(7), 100n))).not.toThrow()
    expect(make(callOf(key(8), 100n))).toThrow(wrong)
    expect(make(all, true)).not.toThrow()
    // Without the last byte's word, the account could be closed.
    expect(make(Uint8Array.of(5, 4, 0, ...key(7), 0), true)).toThrow(wrong)
  })
})
