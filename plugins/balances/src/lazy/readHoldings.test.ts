import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fakeNetwork } from '@latchkey/kernel/testing'
import type { Holding } from '@latchkey/kernel/contracts'
import { ether, one, token } from '../../test/testWalletData.js'
import { readHoldings } from './readHoldings.js'

const mainnet = fakeNetwork(one, { nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } })
const sepolia = fakeNetwork('eip155:11155111', { testnet: true })

const read = (
  holdings: readonly Holding[],
  network = mainnet,
  prices: Readonly<Record<string, string>> = {},
) => readHoldings(holdings, { network, priceOf: (key) => prices[key] })
const symbols = (holdings: readonly Holding[]) => read(holdings).holdings.map(({ amount }) => amount.symbol)

describe('what is shown of an answer', () => {
  it('drops tokens with 0 decimals, tokens of which there is nothing, and numbers without sense', () => {
    const wrong = (amount: object) =>
      ({ ...token('BAD', 1n), address: `0x${JSON.stringify(amount)}`, amount }) as never
    expect(
      symbols([
        ether(0n),
        token('ZERO', 5n, { decimals: 0 }),
        token('NONE', 0n),
        token('GOOD', 1n),
        wrong({ value: '5' as never as string, decimals: 6, symbol: 'BAD' }),
        wrong({ decimals: 2.5, symbol: 'BAD' }),
      ]),
    ).toEqual(['ETH', 'GOOD'])
    for (const amount of [
      { value: -1n, decimals: 6, symbol: 'BAD' },
      { value: 2n ** 256n, decimals: 6, symbol: 'BAD' },
      { value: 1n, decimals: -1, symbol: 'BAD' },
      { value: 1n, decimals: 256, symbol: 'BAD' },
      { value: 1n, decimals: Number.NaN, symbol: 'BAD' },
      { value: 1, decimals: 6, symbol: 'BAD' },
      { value: 1n, decimals: 6 },
    ]) {
      expect(read([{ ...token('BAD', 1n), amount } as never]).holdings).toEqual([])
    }
  })

  it('shows a token with 0 decimals that the person added, and what it is worth', () => {
    const added = token('TICKET', 5n, { decimals: 0 })
    const { holdings, total } = read([ether(0n), { ...added, isKept: true }], mainnet, {
      [added.address as string]: '2',
    })
    expect(holdings.map(({ amount, worth }) => [amount.symbol, worth])).toEqual([
      ['TICKET', '10'],
      ['ETH', undefined],
    ])
    expect(total).toBe('10')
  })

  it('counts the coin of a network once, whose token is the coin itself', () => {
    const coinToken = '0x471EcE3750Da237f93B8E339c536989b8978a438'
    const network = { ...mainnet, coinToken }
    const twin = token('CELO', 100n * 10n ** 18n, {
      address: coinToken.toLowerCase(),
      decimals: 18,
      price: '0.3',
    })
    const answer = readHoldings([{ ...ether(100n * 10n ** 18n), price: '0.3' }, twin], {
      network,
      priceOf: () => undefined,
    })
    expect([answer.total, answer.holdings.map(({ key }) => key)]).toEqual(['30', ['native']])
  })

  it('keeps the first of two with one address', () => {
    const twice = read([token('AAA', 1n, { address: '0x1' }), token('BBB', 1n, { address: '0x1' })])
    expect(twice.holdings.map(({ amount }) => amount.symbol)).toEqual(['AAA'])
  })

  it('puts the most valuable first, then the native coin, then as they came, and suspicious ones last', () => {
    expect(
      symbols([
        token('CLAIM', 9_000_000n, { name: 'claim at x.example', price: '1000000' }),
        token('LAST', 1n),
        ether(1n, { price: '0' }),
        token('LOW', 1_000_000n, { price: '2' }),
        token('HIGH', 1_000_000n, { price: '3' }),
      ]),
    ).toEqual(['HIGH', 'LOW', 'ETH', 'LAST', 'CLAIM'])
  })

  it('puts what nobody vouches for behind the rest, without its picture, with prices and without', () => {
    const icon = 'https://pictures.example/usdc.png'
    const airdrop = token('DROP', 9n, { icon })
    for (const price of [undefined, '0.01']) {
      const listed = token('LISTED', 1n, { icon, isListed: true, ...(price ? { price } : {}) })
      const { holdings } = read([airdrop, token('ADDED', 0n, { isKept: true }), listed, ether(0n)])
      expect(holdings.map(({ amount }) => amount.symbol).at(-1)).toBe('DROP')
      expect(holdings.map(({ isVouched }) => isVouched)).toEqual([true, true, true, false])
      expect(holdings.filter((holding) => holding.icon).map(({ amount }) => amount.symbol)).toEqual([
        'LISTED',
      ])
    }
  })

  it('lets a price that came with a token vouch for it only until the sources refused it', () => {
    const told = [token('DROP', 1n, { price: '1000' }), token('LISTED', 1n, { isListed: true })]
    const weighed = (isSettled: boolean) =>
      readHoldings(told, {
        ...{ network: mainnet, priceOf: () => undefined, weighs: true },
        isSettled: () => isSettled,
      }).holdings.map(({ amount, isVouched }) => [amount.symbol, isVouched])
    expect(weighed(false)).toEqual([
      ['DROP', true],
      ['LISTED', true],
    ])
    expect(weighed(true)).toEqual([
      ['LISTED', true],
      ['DROP', false],
    ])
  })

  it('cuts texts and pictures that have no end', () => {
    const [holding] = read([
      token('A'.repeat(10_000), 1n, {
        name: 'B'.repeat(10_000),
        icon: `data:image/png,${'C'.repeat(200_000)}`,
      }),
    ]).holdings
    expect(holding?.amount.symbol).toHaveLength(64)
    expect(holding?.name).toHaveLength(256)
    expect(holding?.icon).toBeUndefined()
  })
})

describe('worth and total', () => {
  it('is the exact product of amount and price, whatever worth the source says', () => {
    const { holdings, total } = read([
      ether(1_234_567_890_123_456_789n, { price: '3120.550000000000000001', worth: '1' }),
      token('USDC', 1_000_001n, { price: '0.9999' }),
    ])
    expect(holdings.map(({ worth }) => worth)).toEqual([
      '3852.530829524753082915184567890123456789',
      '0.9999009999',
    ])
    expect(total).toBe('3853.530730524653082915184567890123456789')
  })

  it('takes the worth of the source where there is no price, and a price of elsewhere where it gave none', () => {
    expect(read([ether(1n, { worth: '12.50' })]).total).toBe('12.5')
    expect(read([ether(2n * 10n ** 18n)], mainnet, { native: '10.25' }).total).toBe('20.5')
  })

  it('is not known while no price is, and 0 when nothing is held', () => {
    expect(read([ether(1n), token('USDC', 1n)]).total).toBeUndefined()
    expect(read([ether(0n)]).total).toBe('0')
    expect(read([]).total).toBe('0')
  })

  it('counts nothing that is suspicious', () => {
    const bait = token('CLAIM', 10n ** 12n, { price: '1' })
    expect(read([ether(10n ** 18n, { price: '5' }), bait]).total).toBe('5')
    expect(read([bait]).total).toBe('0')
  })

  it('is 0 on a test network, whose tokens have amounts and no worth', () => {
    const { holdings, total } = read([ether(10n ** 18n, { price: '3000', worth: '3000' })], sepolia, {
      native: '1',
    })
    expect(total).toBe('0')
    expect(holdings[0]?.amount.value).toBe(10n ** 18n)
    expect([holdings[0]?.price, holdings[0]?.worth]).toEqual([undefined, undefined])
  })

  it.each(['-5', 'NaN', '1e9', '<b>1</b>', '9'.repeat(401)])('takes the price %s for none', (price) => {
    const { holdings, total } = read([ether(1n, { price })])
    expect([holdings[0]?.price, total]).toEqual([undefined, undefined])
  })

  it('holds for any amounts below 2^256 with 1 to 36 decimals: nothing is lost or won', () => {
    const rows = fc.array(
      fc.record({
        value: fc.bigInt({ min: 1n, max: 2n ** 256n - 1n }),
        decimals: fc.integer({ min: 1, max: 36 }),
        cents: fc.nat(10_000_000),
      }),
      { maxLength: 20 },
    )
    fc.assert(
      fc.property(rows, (given) => {
        const price = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
        const { total } = read(
          given.map(({ value, decimals, cents }, index) =>
            token(`T${index}`, value, { decimals, price: price(cents) }),
          ),
        )
        const exact = given.reduce(
          (sum, { value, decimals, cents }) => sum + value * BigInt(cents) * 10n ** BigInt(36 - decimals),
          0n,
        )
        const [whole = '0', fraction = ''] = (total ?? '').split('.')
        expect(BigInt(whole + fraction.padEnd(38, '0'))).toBe(exact)
      }),
    )
  })
})
