// Slippage, minimum, impact and rate over 0 to 36 decimals, held against exact fractions.
import fc from 'fast-check'
import { parseUnits } from 'viem'
import { describe, expect, it } from 'vitest'
import { judgeImpact, judgeSlippage, rateOf, withinBounds } from './assess.js'
import { priceImpactOf } from './evm/lazy/priceImpact.js'
import { checkQuote } from './lazy/checkQuote.js'
import { minimumOf } from './minimumOf.js'
import { percentText } from './react/percentText.js'
import type { SwapQuote, SwapQuoteRequest } from './SwapSource.js'

const decimals = fc.integer({ min: 0, max: 36 })
const units = fc.bigInt(1n, 10n ** 60n)
const slippages = fc.bigInt(10n, 5_000n)

describe('the minimum', () => {
  it('is what is bought without the slippage: cut, never rounded up, never nothing', () => {
    fc.assert(
      fc.property(units, slippages, (bought, slippage) => {
        const minimum = minimumOf(bought, slippage)
        const exact = bought * (10_000n - slippage)
        expect(minimum >= 1n && minimum <= bought).toBe(true)
        if (minimum > 1n) expect(minimum * 10_000n <= exact && exact < (minimum + 1n) * 10_000n).toBe(true)
      }),
    )
  })

  it('never grows with the slippage', () => {
    fc.assert(
      fc.property(units, slippages, slippages, (bought, one, other) => {
        const [small, large] = one < other ? [one, other] : [other, one]
        expect(minimumOf(bought, large) <= minimumOf(bought, small)).toBe(true)
      }),
    )
  })
})

describe('the rate', () => {
  it('is the exact fraction, cut to what can be read, whatever the decimals', () => {
    fc.assert(
      fc.property(units, units, decimals, decimals, (sold, bought, sellDecimals, buyDecimals) => {
        const rate = rateOf({
          sold: { value: sold, decimals: sellDecimals, symbol: 'A' },
          bought: { value: bought, decimals: buyDecimals, symbol: 'B' },
        })
        expect(rate).toMatch(/^\d+(?:\.\d+)?$/)
        const shown = parseUnits(rate, 40)
        const exact = (bought * 10n ** BigInt(sellDecimals + 40)) / (sold * 10n ** BigInt(buyDecimals))
        expect(shown <= exact).toBe(true)
        // Twelve digits are kept, and all of the whole part.
        expect((exact - shown) * 10n ** 11n <= exact).toBe(true)
      }),
    )
  })

  it.each([
    [10n ** 18n, 18, 2_961_474_103n, 6, '2961.474103'],
    [1n, 0, 5n * 10n ** 35n, 36, '0.5'],
    [3n, 0, 1n, 0, '0.333333333333'],
    [2n, 36, 7n, 0, `3${'5'.padEnd(36, '0')}`],
  ])('of %s at %s for %s at %s is %s', (sold, sellDecimals, bought, buyDecimals, expected) => {
    expect(
      rateOf({
        sold: { value: sold, decimals: sellDecimals, symbol: 'A' },
        bought: { value: bought, decimals: buyDecimals, symbol: 'B' },
      }),
    ).toBe(expected)
  })
})

describe('the price impact', () => {
  /** What a pool of constant product gives, with its fee of 0.3 %. */
  const trade = (reserveIn: bigint, reserveOut: bigint, amount: bigint) =>
    (amount * 997n * reserveOut) / (reserveIn * 1_000n + amount * 997n)

  it('is that of the pool to a basis point or two, without its fee', () => {
    const reserve = fc.bigInt(10n ** 20n, 10n ** 30n)
    fc.assert(
      fc.property(reserve, reserve, fc.bigInt(1n, 2_000n), (reserveIn, reserveOut, share) => {
        const amount = (reserveIn * share) / 1_000n
        const [bought, probe] = [
          trade(reserveIn, reserveOut, amount),
          trade(reserveIn, reserveOut, amount / 1_000n),
        ]
        const impact = priceImpactOf({ amount, bought }, { amount: amount / 1_000n, bought: probe })
        if (impact === undefined) return
        // 1 - 1 / (1 + 0.997 x) of the pool, in basis points.
        const x = amount * 997n
        const exact = (x * 10_000n) / (reserveIn * 1_000n + x)
        const distance = impact > exact ? impact - exact : exact - impact
        expect(distance <= 12n).toBe(true)
      }),
    )
  })

  it('is not told where the small trade buys too few units', () => {
    expect(priceImpactOf({ amount: 1_000n, bought: 9n }, { amount: 1n, bought: undefined })).toBeUndefined()
    expect(priceImpactOf({ amount: 1_000n, bought: 999n }, { amount: 1n, bought: 1n })).toBeUndefined()
  })

  it('is put into words at 1, 5 and 15 percent', () => {
    const edges = [0n, 99n, 100n, 499n, 500n, 1_499n, 1_500n, 10_000n, undefined]
    expect(edges.map(judgeImpact)).toEqual([
      'low',
      'low',
      'medium',
      'medium',
      'high',
      'high',
      'extreme',
      'extreme',
      undefined,
    ])
  })
})

it('keeps a slippage from 0.1 to 50 %, and warns outside 0.5 to 5', () => {
  fc.assert(
    fc.property(fc.bigInt(-(10n ** 6n), 10n ** 6n), (slippage) => {
      const kept = withinBounds(slippage)
      expect(kept >= 10n && kept <= 5_000n).toBe(true)
      if (slippage >= 10n && slippage <= 5_000n) expect(kept).toBe(slippage)
    }),
  )
  expect([49n, 50n, 500n, 501n].map((slippage) => judgeSlippage({ slippage }))).toEqual([
    'low',
    undefined,
    undefined,
    'high',
  ])
  expect([1n, 10n, 50n, 100n, 1_234n].map((points) => percentText(points, 'en'))).toEqual([
    '0.01',
    '0.1',
    '0.5',
    '1',
    '12.34',
  ])
})

describe('a quote', () => {
  const asked = (amount: bigint, sellDecimals: number, buyDecimals: number, slippage: bigint) =>
    ({
      sell: { address: 'a', symbol: 'A', decimals: sellDecimals },
      buy: { address: 'b', symbol: 'B', decimals: buyDecimals },
      ...{ amount, slippage, networkId: 'eip155:1', account: 'me', signal: new AbortController().signal },
    }) satisfies SwapQuoteRequest
  const honest = ({ sell, buy, amount, slippage }: ReturnType<typeof asked>, bought: bigint): SwapQuote => ({
    sold: { ...sell, value: amount },
    bought: { ...buy, value: bought },
    minimum: { ...buy, value: minimumOf(bought, slippage) },
    slippage,
    fees: [],
    route: [],
    validUntil: 1_000,
    allowance: { spender: 'router', current: 0n, needed: amount },
  })
  const question = fc.tuple(units, decimals, decimals, slippages).map((parts) => asked(...parts))

  it('that says what was asked is taken, over all decimals', () => {
    fc.assert(
      fc.property(question, units, (request, bought) => {
        const quote = honest(request, bought)
        expect(checkQuote(quote, request, 0)).toBe(quote)
      }),
    )
  })

  it('may take the slippage that it recommends, and no more, where it is left to the source alone', () => {
    fc.assert(
      fc.property(question, units, slippages, fc.bigInt(1n, 50n), (request, bought, recommended, more) => {
        const automatic = { ...request, isSlippageAutomatic: true }
        const told = {
          ...honest({ ...request, slippage: recommended }, bought),
          recommendedSlippage: recommended,
        }
        expect(checkQuote(told, automatic, 0)).toBe(told)
        const looser = { ...honest({ ...request, slippage: recommended + more }, bought) }
        const refused = expect.objectContaining({ code: 'SWAP_QUOTE_INVALID' })
        expect(() => checkQuote({ ...looser, recommendedSlippage: recommended }, automatic, 0)).toThrow(
          refused,
        )
        if (recommended > request.slippage) expect(() => checkQuote(told, request, 0)).toThrow(refused)
        const { recommendedSlippage, ...silent } = told
        expect(recommendedSlippage).toBe(recommended)
        if (recommended > request.slippage) expect(() => checkQuote(silent, automatic, 0)).toThrow(refused)
      }),
    )
  })

  const faults: Readonly<Record<string, (quote: SwapQuote) => object>> = {
    'for another amount': ({ sold }) => ({ sold: { ...sold, value: sold.value + 1n } }),
    'with other decimals': ({ bought }) => ({ bought: { ...bought, decimals: bought.decimals + 1 } }),
    'that buys nothing': ({ bought, minimum }) => ({
      bought: { ...bought, value: 0n },
      minimum: { ...minimum, value: 0n },
    }),
    'with less than the minimum': ({ bought, minimum }) => ({
      minimum: { ...minimum, value: minimumOf(bought.value, 5_001n) - 1n },
    }),
    'that promises more than it gives': ({ bought, minimum }) => ({
      minimum: { ...minimum, value: bought.value + 1n },
    }),
    'with more slippage': () => ({ slippage: 5_001n }),
    'with less than its own slippage leaves': ({ slippage, bought, minimum }) =>
      minimum.value === bought.value || bought.value < 10_000n
        ? { minimum: { ...minimum, value: -1n } }
        : { slippage: slippage / 2n - 1n },
    'with a recommendation below the bounds': () => ({ recommendedSlippage: 9n }),
    'with a recommendation above the bounds': () => ({ recommendedSlippage: 5_001n }),
    'with a number for a recommendation': () => ({ recommendedSlippage: 100 }),
    'with a number': ({ bought }) => ({ bought: { ...bought, value: Number(bought.value) } }),
    'that is over': () => ({ validUntil: 0 }),
    'that wants to move more': ({ allowance }) => ({
      allowance: { ...allowance, needed: (allowance?.needed ?? 0n) + 1n },
    }),
    'with a negative impact': () => ({ priceImpact: -1n }),
  }
  it.each(Object.keys(faults))('%s is refused', (name) => {
    fc.assert(
      fc.property(question, units, (request, bought) => {
        const quote = honest(request, bought)
        const wrong = { ...quote, ...faults[name]?.(quote) } as SwapQuote
        expect(() => checkQuote(wrong, request, 0)).toThrow(
          expect.objectContaining({ code: 'SWAP_QUOTE_INVALID' }),
        )
      }),
    )
  })
})
