import {
  amountToUiAmountForInterestBearingMintWithoutSimulation,
  amountToUiAmountForScaledUiAmountMintWithoutSimulation,
} from '@solana/spl-token'
import { fromDecimal } from '@latchkey/kernel/contracts'
import { heldOf, shownOf } from '@latchkey/kernel/chain'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { multiplierAt, type Scale } from './shownAmounts.js'

const times = (multiplier: number, next = multiplier, nextFrom = 0n): Scale => ({
  kind: 'multiplier',
  multiplier,
  next,
  nextFrom,
})
const u64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })
const sensible = fc.double({ min: 1e-18, max: 1e18, noNaN: true })

describe('amounts as shown', () => {
  it('are rounded down, as exact numbers and not as doubles', () => {
    const half = multiplierAt(times(1.5), 0n)
    expect(half).toEqual({ numerator: 3n, denominator: 2n })
    expect([shownOf(67n, half), heldOf(100n, half), shownOf(66n, half)]).toEqual([100n, 66n, 99n])
    const tenth = multiplierAt(times(0.1), 0n)
    // The double nearest to 0.1 is a little more than a tenth.
    expect(shownOf(10n, tenth)).toBe(1n)
    expect(shownOf(2n ** 64n - 1n, multiplierAt(times(1), 0n))).toBe(2n ** 64n - 1n)
    expect(shownOf(7n, undefined)).toBe(7n)
  })

  it('never move more than was typed', () => {
    fc.assert(
      fc.property(u64, sensible, (typed, value) => {
        const multiplier = multiplierAt(times(value), 0n)
        if (!multiplier) throw new Error('no multiplier')
        const held = heldOf(typed, multiplier)
        const { numerator, denominator } = multiplier
        expect(held * numerator <= typed * denominator).toBe(true)
        expect((held + 1n) * numerator > typed * denominator).toBe(true)
        expect(shownOf(held, multiplier)).toBeLessThanOrEqual(typed)
      }),
    )
  })

  it('are those of the double, wherever a double can tell', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 20 }), fc.integer({ min: 1, max: 2 ** 30 }), (held, n) => {
        const value = n / 2 ** 10
        expect(shownOf(BigInt(held), multiplierAt(times(value), 0n))).toBe(BigInt(Math.floor(held * value)))
      }),
    )
  })

  it('are those of the program’s own library', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 12n }), fc.integer({ min: 1, max: 10_000 }), (held, n) => {
        const value = n / 100
        const theirs = amountToUiAmountForScaledUiAmountMintWithoutSimulation(held, 6, value)
        const ours = shownOf(held, multiplierAt(times(value), 0n))
        // They count in doubles: at the very edge of a unit, theirs may be one more or less.
        const apart = ours - (fromDecimal(theirs, 6) ?? -10n)
        expect(apart >= -1n && apart <= 1n).toBe(true)
      }),
    )
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 12n }),
        fc.integer({ min: 0, max: 10 ** 9 }),
        fc.integer({ min: -2_000, max: 2_000 }),
        fc.integer({ min: -2_000, max: 2_000 }),
        (held, seconds, rateBefore, rate) => {
          const [since, changedAt, now] = [0, seconds / 2, seconds].map(Math.floor) as [
            number,
            number,
            number,
          ]
          const theirs = amountToUiAmountForInterestBearingMintWithoutSimulation(
            held,
            6,
            now,
            changedAt,
            since,
            rateBefore,
            rate,
          )
          const scale: Scale = { kind: 'interest', since: 0n, changedAt: BigInt(changedAt), rateBefore, rate }
          const ours = shownOf(held, multiplierAt(scale, BigInt(now)))
          expect(Math.abs(Number(ours) / 1e6 - Number(theirs))).toBeLessThanOrEqual(
            2e-6 + Number(theirs) * 1e-9,
          )
        },
      ),
    )
  })

  it('change when the issuer said', () => {
    const scale = times(2, 3, 1_000n)
    const at = (time: bigint) => shownOf(10n, multiplierAt(scale, time))
    expect([at(0n), at(999n), at(1_000n), at(5_000n)]).toEqual([20n, 20n, 30n, 30n])
  })

  it('grow with interest, by the rates of their times', () => {
    const year = 31_556_736n
    const scale: Scale = { kind: 'interest', since: 0n, changedAt: year, rateBefore: 500, rate: -500 }
    const at = (time: bigint) => shownOf(1_000_000_000n, multiplierAt(scale, time))
    expect(at(year)).toBe(BigInt(Math.floor(1e9 * Math.exp(0.05))))
    expect(at(year * 2n)).toBe(1_000_000_000n)
  })

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e-19, 1e19, Number.MIN_VALUE])(
    'are not made of a multiplier of %s',
    (value) => expect(multiplierAt(times(value), 0n)).toBeUndefined(),
  )
})
