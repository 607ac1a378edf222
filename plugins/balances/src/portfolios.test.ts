// Totals of generated portfolios: in memory with sources that fail in every way, and on a local chain by its own nodes.
import { deployFeeds, type EvmStack, startEvm } from '@latchkey/devstack/evm'
import { createKernel } from '@latchkey/kernel'
import {
  addDecimals,
  type Decimal,
  Holdings,
  multiplyDecimals,
  Prices,
  readDecimal,
  toDecimal,
} from '@latchkey/kernel/contracts'
import type { NetworkId } from '@latchkey/kernel/plugin'
import { Session } from '@latchkey/kernel/wallet'
import { fakeClock, fakeStorage } from '@latchkey/kernel/testing'
import { eip155 } from '@latchkey/plugin-eip155'
import { type PriceSource, priceSource, prices } from '@latchkey/plugin-prices'
import { oracleFeeds } from '@latchkey/plugin-prices/evm'
import { walletData } from '@latchkey/plugin-wallet-data'
import fc from 'fast-check'
import { setMaxListeners } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getStorageSlot } from '../test/getStorageSlot.js'
import { answerOf, one, testWalletData, token } from '../test/testWalletData.js'
import { createPrices } from './lazy/createPrices.js'
import { readHoldings } from './lazy/readHoldings.js'
import { balances } from './balances.js'
import { Balances } from './BalancesService.js'

const zero: Decimal = { digits: 0n, scale: 0 }
const sumOf = (worths: readonly Decimal[]) => {
  const { digits, scale } = worths.reduce(addDecimals, zero)
  return toDecimal(digits, scale)
}

/** What a source may say of a token whose price is `cents`. */
const faults = {
  honest: (cents: bigint) => toDecimal(cents, 2),
  near: (cents: bigint) => toDecimal(cents * 1_003n, 5),
  missing: () => undefined,
  zero: () => '0',
  negative: (cents: bigint) => `-${toDecimal(cents, 2)}`,
  rubbish: () => '1e9',
  absurd: (cents: bigint) => toDecimal(cents * 1_000n, 2),
  tiny: (cents: bigint) => toDecimal(cents, 6),
} as const
type Fault = keyof typeof faults

const saying = fc.constantFrom(...(Object.keys(faults) as Fault[]))
const portfolio = fc.array(
  fc.record({
    value: fc.bigInt({ min: 1n, max: 2n ** 200n }),
    decimals: fc.integer({ min: 1, max: 36 }),
    cents: fc.bigInt({ min: 100n, max: 10n ** 9n }),
    said: fc.array(saying, { minLength: 2, maxLength: 3 }),
    told: saying,
  }),
  { minLength: 1, maxLength: 12 },
)

/** The price that may be shown: said by two that agree, in the order of the sources, or by the only one there is. */
function priceOf(said: readonly Fault[], cents: bigint): string | undefined {
  const truth: readonly Fault[] = ['honest', 'near']
  const sound = said.filter((fault) => readDecimal(faults[fault](cents))?.digits)
  const agreed = sound.find((fault, index) =>
    sound.some(
      (other, place) =>
        place !== index && (other === fault || (truth.includes(other) && truth.includes(fault))),
    ),
  )
  const chosen = sound.length === 1 ? sound[0] : agreed
  return chosen && faults[chosen](cents)
}

describe('the total of 1,000 portfolios', () => {
  it('is the sum of amounts and the prices that can be stood by, and says how many it leaves out', async () => {
    await fc.assert(
      fc.asyncProperty(portfolio, async (rows) => {
        const source = (place: number): PriceSource =>
          priceSource({
            id: `source${place}`,
            uses: {},
            open: async () => ({
              supports: () => true,
              read: async ({ assets }) =>
                assets.map((asset) => {
                  const row = rows[Number(asset.networkId !== undefined && asset.address?.slice(3))]
                  const fault = row?.said[place]
                  const price = row && fault && faults[fault](row.cents)
                  return price === undefined ? undefined : { price, in: { currency: 'usd' } }
                }),
            }),
          })
        const holdings = rows.map(({ value, decimals, told, cents }, index) => {
          const price = faults[told](cents)
          return token(`T${index}`, value, {
            decimals,
            ...(price === undefined ? {} : { price, worth: price }),
          })
        })
        const clock = fakeClock()
        const service = createKernel([prices([source(0), source(1), source(2)])], {
          clock,
          storage: fakeStorage(),
          logLevel: 'silent',
        }).get(Prices)
        const target = {
          key: `${one}:a`,
          namespace: 'eip155',
          networkId: one,
          address: 'a',
          network: {
            id: one,
            namespace: 'eip155',
            name: 'One',
            rpcUrls: [],
            nativeCurrency: { name: 'E', symbol: 'E', decimals: 18 },
          },
        } as const
        const asked = createPrices({
          prices: service,
          options: { currency: 'usd' },
          clock,
          log: console,
        } as never)
        const { signal } = new AbortController()
        // One listener a token, all removed at the end; Node warns of more than ten.
        setMaxListeners(0, signal)
        await asked.fill(target, holdings, signal)
        const shown = readHoldings(holdings, { network: target.network, ...asked.of(target) })
        const worths = rows.flatMap(({ value, decimals, said, told, cents }) => {
          const price = readDecimal(priceOf([...said, told], cents))
          return price ? [multiplyDecimals({ digits: value, scale: decimals }, price)] : []
        })
        expect(shown.total).toBe(worths.length === 0 ? undefined : sumOf(worths))
        expect(shown.unpriced).toBe(rows.length - worths.length)
      }),
      { numRuns: 1_000 },
    )
  })

  it('is that through the door, where the page reads it', async () => {
    const data = testWalletData({ price: async () => undefined })
    data.answer = () => answerOf([token('AAA', 10n ** 6n, { price: '2' }), token('BBB', 10n ** 6n)])
    const kernel = createKernel([...data.plugins, balances()], { clock: fakeClock(), storage: fakeStorage() })
    await kernel.start()
    await kernel.get(Session).connect({ connectorId: 'fake.wallet' })
    kernel.get(Balances).watch()
    const entry = () => Object.values(kernel.get(Balances).state.entries)[0]
    await expect.poll(() => [entry()?.total, entry()?.unpriced]).toEqual(['2', 1])
    await kernel.dispose()
  })
})

describe('on a local chain', () => {
  let stack: EvmStack
  beforeAll(async () => {
    stack = await startEvm()
  })
  afterAll(() => stack?.stop())

  it('is the sum of what the node says of 60 accounts, times the price in the block', async () => {
    const networkId: NetworkId = `eip155:${stack.chainId}`
    const oracle = await deployFeeds(stack)
    const { usd, gold } = stack.tokens
    const feedOf = (pair: string) => oracle.feeds[pair]?.address ?? '0x'
    const feeds = [
      { pair: 'ETH / USD', address: feedOf('ETH / USD'), heartbeat: 86_400, prices: [networkId] },
      {
        pair: 'LUSD / USD',
        address: feedOf('LUSD / USD'),
        heartbeat: 86_400,
        prices: [`${networkId}/${usd.address}`],
      },
      {
        pair: 'LGLD / USD',
        address: feedOf('LGLD / USD'),
        heartbeat: 86_400,
        prices: [`${networkId}/${gold.address}`],
      },
    ] as const
    await oracle.feeds['ETH / USD']?.set({ answer: 312_055_123_457n })
    const kernel = createKernel(
      [
        eip155({ networks: [stack.chain] }),
        walletData({ tokens: { [networkId]: [usd, gold] } }),
        prices([oracleFeeds({ networks: { [networkId]: { feeds } } })]),
      ],
      { storage: fakeStorage(), onPluginError: 'throw', logLevel: 'silent' },
    )
    const [coinPrice, usdPrice, goldPrice] = await Promise.all([
      kernel.get(Prices).read({ networkId }),
      kernel.get(Prices).read({ networkId, address: usd.address }),
      kernel.get(Prices).read({ networkId, address: gold.address }),
    ])
    expect([coinPrice, usdPrice, goldPrice]).toEqual(['3120.55123457', '1', '1.5'])
    const amounts = fc.sample(
      fc.tuple(...Array.from({ length: 3 }, () => fc.bigInt({ min: 0n, max: 2n ** 90n }))),
      60,
    )
    const network = {
      id: networkId,
      namespace: 'eip155',
      name: 'Local',
      rpcUrls: [],
      nativeCurrency: stack.chain.nativeCurrency,
    } as const
    for (let start = 0; start < amounts.length; start += 20) {
      await Promise.all(
        amounts.slice(start, start + 20).map(async ([coin = 0n, dollars = 0n, golden = 0n], place) => {
          const address = `0x${(start + place + 0x1000).toString(16).padStart(40, '0')}` as const
          const set = (own: typeof usd, value: bigint) =>
            stack.client.setStorageAt({
              address: own.address,
              index: getStorageSlot(address),
              value: `0x${value.toString(16).padStart(64, '0')}`,
            })
          await Promise.all([stack.setBalance(address, coin), set(usd, dollars), set(gold, golden)])
          const answer = await kernel.get(Holdings).read({ networkId, address })
          const shown = readHoldings(answer.holdings, {
            network,
            priceOf: (key) => (key === 'native' ? coinPrice : key === usd.address ? usdPrice : goldPrice),
          })
          const [held, heldDollars, heldGold] = await Promise.all([
            stack.balanceOf(address),
            stack.tokenBalanceOf(usd.address, address),
            stack.tokenBalanceOf(gold.address, address),
          ])
          expect([held, heldDollars, heldGold]).toEqual([coin, dollars, golden])
          // 8 places of the feed, 18 and 6 of the amounts: everything in 10^-26 dollars.
          const exact = held * 312_055_123_457n + heldDollars * 10n ** 20n + heldGold * 150_000_000n
          expect(shown.total).toBe(toDecimal(exact, 26))
        }),
      )
    }
  })
})
