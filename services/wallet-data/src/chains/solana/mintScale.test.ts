import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readMint } from '../../../../../plugins/solana/src/lazy/send/tokenLayout.js'
import { multiplierAt as ofPlugin } from '../../../../../plugins/solana/src/lazy/shownAmounts.js'
import { multiplierAt, readMintScale } from './mintScale.js'

const second = fc.bigInt({ min: -(2n ** 40n), max: 2n ** 40n })
const extension = fc.oneof(
  fc.record({ type: fc.constant(25), multiplier: fc.double(), next: fc.double(), nextFrom: second }),
  fc.record({ type: fc.constant(10), rate: fc.integer({ min: -32_768, max: 32_767 }), since: second }),
  fc.record({ type: fc.constant(9) }),
)

/** A mint of Token-2022 with the bytes that its extensions have on the chain. */
function mintOf(extensions: readonly Record<string, number | bigint>[]): Uint8Array {
  const bodies = extensions.map(({ type, multiplier, next, nextFrom, rate, since }) => {
    const body = new DataView(new ArrayBuffer(type === 25 ? 56 : type === 10 ? 52 : 0))
    if (type === 25) {
      body.setFloat64(32, Number(multiplier), true)
      body.setBigInt64(40, BigInt(nextFrom!), true)
      body.setFloat64(48, Number(next), true)
    } else if (type === 10) {
      body.setBigInt64(32, BigInt(since!), true)
      body.setInt16(40, Number(rate), true)
      body.setBigInt64(42, BigInt(since!) + 1_000n, true)
      body.setInt16(50, -Number(rate), true)
    }
    const head = new Uint8Array(4)
    new DataView(head.buffer).setUint16(0, Number(type), true)
    new DataView(head.buffer).setUint16(2, body.byteLength, true)
    return [...head, ...new Uint8Array(body.buffer)]
  })
  const plain = new Uint8Array(166)
  plain[45] = 1
  plain[165] = 1
  return Uint8Array.from([...plain, ...bodies.flat()])
}

it('reads what the plugin reads, at any time', () => {
  fc.assert(
    fc.property(fc.array(extension, { maxLength: 3 }), second, fc.nat(8), (extensions, now, cut) => {
      const whole = mintOf(extensions)
      // Data that ends too early is read alike, too.
      for (const data of [whole, whole.slice(0, whole.length - cut)]) {
        const scale = readMintScale(data)
        const theirs = readMint(data)?.scale
        expect(scale).toEqual(theirs)
        if (scale && theirs) expect(multiplierAt(scale, now)).toEqual(ofPlugin(theirs, now))
      }
    }),
  )
})

it('reads a multiplier that takes over at its time', () => {
  const scale = readMintScale(mintOf([{ type: 25, multiplier: 2, next: 3, nextFrom: 100n }]))
  expect(scale && [99n, 100n].map((time) => multiplierAt(scale, time)?.numerator)).toEqual([2n, 3n])
})
