import { describe, expect, it } from 'vitest'
import { ether, token } from '../../test/testWalletData.js'
import { isSuspicious } from './isSuspicious.js'

const judge = (name: string, symbol = 'TKN', over = {}) =>
  isSuspicious({ ...token(symbol, 1n, over), name }, 'ETH')

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
    expect(judge(name)).toBe(true)
    expect(judge('Token', name)).toBe(true)
  })

  it.each(['USD Coin', 'Wrapped Ether', 'Dogwifhat', 'Bridged USDC (Wormhole)', 'St. Kitts coin', 'S&P 500'])(
    'is not: %s',
    (name) => {
      expect(judge(name)).toBe(false)
    },
  )

  it("is one that has the native coin's symbol and no price", () => {
    expect(judge('Ether', 'ETH')).toBe(true)
    expect(judge('Ether', ' eth\u200b')).toBe(true)
    expect(judge('Celo native', 'ETH', { price: '1' })).toBe(false)
    expect(isSuspicious(ether(1n), 'ETH')).toBe(false)
  })

  it('may be named after its site when it has a price, and may promise nothing even then', () => {
    expect(judge('yearn.finance', 'YFI', { price: '5000' })).toBe(false)
    expect(judge('claim at yearn.finance', 'YFI', { price: '5000' })).toBe(true)
  })
})
