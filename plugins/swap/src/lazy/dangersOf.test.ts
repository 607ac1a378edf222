import { describe, expect, it } from 'vitest'
import { unaccepted } from '@latchkey/kernel/transaction'
import type { ShownQuote } from '../Swapper.js'
import { dangersOf } from './dangersOf.js'

interface Facts {
  readonly sold?: bigint
  readonly minimum?: bigint
  readonly belowPrice?: bigint
  readonly priceImpact?: bigint
  readonly slippage?: bigint
  readonly isRead?: boolean
  readonly askedAt?: number
}

function dangers({ sold = 5n, minimum = 3n, slippage = 50n, isRead = true, askedAt, ...facts }: Facts) {
  const shown = {
    ...facts,
    quote: { sold: { value: sold }, minimum: { value: minimum }, slippage, priceImpact: facts.priceImpact },
    impact: facts.priceImpact === undefined ? undefined : 'extreme',
    sell: {},
    buy: { address: '0xusd' },
  } as unknown as ShownQuote
  const notice = { code: 'SWAP_MAY_REPEAT', severity: 'warning', message: 'Words.', parameters: { askedAt } }
  return dangersOf({ shown, isRead, notices: askedAt === undefined ? [] : [notice as never] })
}
const kinds = (facts: Facts) => dangers(facts).map(({ kind }) => kind)

describe('what has to be accepted of a swap', () => {
  it.each<[string, Facts, string[]]>([
    ['a fair one', {}, []],
    ['one that loses less than 15 %', { belowPrice: 1_499n }, []],
    ['one that loses 15 %', { belowPrice: 1_500n }, ['loses']],
    ['one that moves the price', { priceImpact: 2_000n }, ['loses']],
    ['one that others can trade around', { slippage: 501n }, ['slippage']],
    ['one whose minimum nobody checks', { isRead: false, slippage: 501n }, ['unchecked']],
    ['one after another that may have been made', { askedAt: 7 }, ['mayRepeat']],
  ])('is, for %s', (_, facts, expected) => {
    expect(kinds(facts)).toEqual(expected)
  })

  it.each<[string, Facts, Facts, boolean]>([
    ['a loss that grew by a percent', { belowPrice: 1_550n }, { belowPrice: 1_650n }, false],
    ['a loss that grew by little', { belowPrice: 1_510n }, { belowPrice: 1_590n }, true],
    ['a loss that shrank', { belowPrice: 3_000n }, { belowPrice: 2_000n }, true],
    ['another amount', { belowPrice: 2_000n }, { belowPrice: 2_000n, sold: 6n }, false],
    ['more slippage, so that less arrives', { slippage: 600n }, { slippage: 700n, minimum: 2n }, false],
    ['a higher unchecked minimum', { isRead: false }, { isRead: false, minimum: 4n }, true],
    ['a lower unchecked minimum', { isRead: false }, { isRead: false, minimum: 2n }, false],
    ['a later swap that may have been made', { askedAt: 7 }, { askedAt: 8 }, false],
    ['a price, where an earlier swap may have been made', { belowPrice: 2_000n }, { askedAt: 8 }, false],
  ])('%s: what was accepted before', (_, before, after, holds) => {
    expect(unaccepted(dangers(after), dangers(before)).length === 0).toBe(holds)
  })

  it('tells the loss in whole percents, the larger of both', () => {
    expect(dangers({ belowPrice: 1_601n, priceImpact: 2_001n })[0]?.size).toBe(2_100n)
    expect(dangers({ belowPrice: 2_500n, priceImpact: 2_001n })[0]?.size).toBe(2_500n)
  })
})
