import fc from 'fast-check'
import { expect, it } from 'vitest'
import { belowPrice } from './belowPrice.js'

const offer = {
  sold: { value: 10n ** 18n, decimals: 18, symbol: 'ETH' },
  bought: { value: 2_940_000_000n, decimals: 6, symbol: 'USDC' },
  sellPrice: '3000',
  buyPrice: '1',
  slippage: 100n,
}

it('says by how much an offer is worse than the price from elsewhere, beyond the slippage', () => {
  expect(belowPrice(offer)).toBe(200n)
  expect(belowPrice({ ...offer, slippage: 199n })).toBe(200n)
  expect(belowPrice({ ...offer, bought: { ...offer.bought, value: 30_000_000n } })).toBe(9_900n)
  expect(belowPrice({ ...offer, buyPrice: '0' })).toBe(10_000n)
})

it('says nothing of a fair offer, and nothing without both prices', () => {
  expect(belowPrice({ ...offer, slippage: 200n })).toBeUndefined()
  expect(belowPrice({ ...offer, bought: { ...offer.bought, value: 3_100_000_000n } })).toBeUndefined()
  expect(belowPrice({ ...offer, sellPrice: undefined })).toBeUndefined()
  expect(belowPrice({ ...offer, buyPrice: undefined })).toBeUndefined()
  expect(belowPrice({ ...offer, sellPrice: '0' })).toBeUndefined()
  expect(belowPrice({ ...offer, sellPrice: '1e3' })).toBeUndefined()
})

it('counts exactly, whatever the places and however small the price', () => {
  fc.assert(
    fc.property(
      fc.bigInt(1n, 2n ** 128n),
      fc.bigInt(0n, 2n ** 128n),
      fc.nat(36),
      fc.nat(36),
      fc.nat(60),
      (paid, received, sold, bought, zeros) => {
        const price = (value: string) => `0.${'0'.repeat(zeros)}${value}`
        const found = belowPrice({
          sold: { value: paid * 10n ** BigInt(sold), decimals: sold, symbol: 'A' },
          bought: { value: received * 10n ** BigInt(bought), decimals: bought, symbol: 'B' },
          sellPrice: price('5'),
          buyPrice: price('25'),
          slippage: 50n,
        })
        const exact = ((paid * 50n - received * 25n) * 10_000n) / (paid * 50n)
        expect(found).toBe(exact > 50n ? exact : undefined)
      },
    ),
  )
})
