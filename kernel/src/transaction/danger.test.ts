import { describe, expect, it } from 'vitest'
import { refuseUnaccepted, subjectOfLosses, unaccepted } from './danger.js'

describe('what was accepted', () => {
  it('covers the same danger, as large or smaller, and nothing else', () => {
    const loss = (size: bigint) => ({ subject: 'loss', size })
    expect(unaccepted([loss(12n)], [loss(12n)])).toEqual([])
    expect(unaccepted([loss(11n)], [loss(12n)])).toEqual([])
    expect(unaccepted([loss(13n)], [loss(12n)])).toEqual([loss(13n)])
    expect(unaccepted([{ subject: 'to bob' }], [{ subject: 'to eve' }])).toEqual([{ subject: 'to bob' }])
    expect(unaccepted([{ subject: 'to bob' }], [{ subject: 'to bob' }])).toEqual([])
  })

  it('of what a trial run takes covers these sums and no others', () => {
    const usd = { address: '0xa', asset: '0x1', amount: { value: -2n, decimals: 6, symbol: 'USD' } }
    const nft = { ...usd, collectible: { id: '17' } }
    const subjects = [
      [usd],
      [nft],
      [usd, nft],
      [{ ...usd, asset: '0x2' }],
      [{ ...usd, amount: { ...usd.amount, value: -3n } }],
    ].map(subjectOfLosses)
    expect(new Set(subjects).size).toBe(subjects.length)
    expect(subjectOfLosses([usd])).toBe('loses 0x1  -2 USD')
  })

  it('is nothing while nobody says so', () => {
    expect(refuseUnaccepted([], undefined)).toBeUndefined()
    expect(refuseUnaccepted([{ subject: 'to bob' }], [{ subject: 'to bob' }])).toBeUndefined()
    expect(refuseUnaccepted([{ subject: 'to bob' }], undefined)).toMatchInlineSnapshot(`
      [BaseError: Read the warnings first, and tick what you accept.

      Pass the dangers that the person accepted. Missing: to bob]
    `)
  })
})
