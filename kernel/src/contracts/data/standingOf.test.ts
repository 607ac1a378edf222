import { describe, expect, it } from 'vitest'
import type { Holding } from './holdings.js'
import { compareStandings, type Standing, standingOf } from './standingOf.js'

const judge = (name: string, symbol = 'TKN', over: Partial<Holding> = {}) =>
  standingOf(
    { networkId: 'eip155:1', address: '0x1', name, amount: { value: 1n, decimals: 6, symbol }, ...over },
    'ETH',
  )

describe('a token that reads like bait', () => {
  it.each([
    'Visit usd-drop.example to claim',
    'Claim at t.me/gift',
    'AIRDROP',
    '$5000 voucher',
    '5000$ for you',
    'Cl\u200baim your reward',
    'ｃｌａｉｍ now',
    'https://wallet.example',
    'www.wallet.example',
    'aave-rewards.xyz',
    'uni gift․com',
    'opensea . io',
  ])('is suspicious: %s', (name) => {
    expect(judge(name)).toBe('suspicious')
    expect(judge('Token', name)).toBe('suspicious')
  })

  it.each(['USD Coin', 'Wrapped Ether', 'Dogwifhat', 'Bridged USDC (Wormhole)', 'St. Kitts coin', 'S&P 500'])(
    'is not: %s',
    (name) => {
      expect(judge(name)).toBe('stranger')
    },
  )

  it("is one that has the native coin's symbol and that nothing vouches for", () => {
    expect(judge('Ether', 'ETH')).toBe('suspicious')
    expect(judge('Ether', ' eth\u200b')).toBe('suspicious')
    expect(judge('Celo native', 'ETH', { price: '1' })).toBe('vouched')
    expect(judge('Ether', 'ETH', { isListed: true })).toBe('vouched')
    const { address: _, ...coin } = {
      ...{ networkId: 'eip155:1' as const, address: '', name: 'Ether' },
      amount: { value: 1n, decimals: 18, symbol: 'ETH' },
    }
    expect(standingOf(coin, 'ETH')).toBe('vouched')
  })

  it('may be named after its site when something vouches for it, and may promise nothing even then', () => {
    for (const over of [{ price: '5000' }, { isKept: true }, { isListed: true }] as const) {
      expect(judge('yearn.finance', 'YFI', over)).toBe('vouched')
      expect(judge('claim at yearn.finance', 'YFI', over)).toBe('suspicious')
    }
  })
})

describe('what vouches for a token', () => {
  it.each([
    ['a list', { isListed: true }, 'vouched'],
    ['the person who added it', { isKept: true }, 'vouched'],
    ['a price', { price: '1' }, 'vouched'],
    ['a worth', { worth: '1' }, 'vouched'],
    ['nothing', {}, 'stranger'],
  ] as const)('is %s', (_what, over, standing) => {
    expect(judge('Token', 'TKN', over)).toBe(standing)
  })

  it('is what puts it first, and bait is last', () => {
    const all: Standing[] = ['suspicious', 'vouched', 'stranger']
    expect(all.sort(compareStandings)).toEqual(['vouched', 'stranger', 'suspicious'])
  })
})
