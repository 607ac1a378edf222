// Swaps on Solana by the routes of a wallet-data service: what the node says is what counts, and what the service says is
// not believed.
import { makeDeal } from '@latchkey/devstack/solana'
import type { NetworkId } from '@latchkey/kernel/plugin'
import { startWalletData, type WalletData } from '@latchkey/service-wallet-data'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Lie, type LyingProxy, startLyingProxy } from '../../../test/lyingProxy.js'
import { openSolanaBench, type SolanaBench, swapAsShown, shareMarket } from '../../../test/solanaBench.js'
import { solanaServiceSwaps, solanaSwaps } from '../index.js'
import { wrappedCoin } from './wrappedCoin.js'

const market = shareMarket()
let service: WalletData
let proxy: LyingProxy
let bench: SolanaBench | undefined

const networkOf = () => market.stack.chainId as NetworkId

beforeAll(async () => {
  const { stack, maker } = market
  service = await startWalletData({
    nodes: [{ namespace: 'solana', url: stack.url }],
    swaps: { [networkOf()]: { url: maker.url, tokensUrl: maker.tokensUrl, isMaker: true } },
    report: () => undefined,
  })
  proxy = await startLyingProxy(service.url)
}, 120_000)
afterAll(async () => {
  proxy?.stop()
  await service?.stop()
})
afterEach(async () => {
  proxy.lie()
  service.setFaults({})
  await bench?.stop()
})

const byService = (makers = [market.maker.address]) =>
  solanaServiceSwaps({ url: proxy.url, projectId: 'test', makers, networkId: networkOf() })

async function filled(
  sell: string,
  buy: string,
  amountText: string,
  plugins = [byService()],
): Promise<SolanaBench> {
  bench = await openSolanaBench(market, { sources: plugins })
  await bench.fill(sell, buy, amountText)
  return bench
}

const mintOf = (symbol: string) => market.maker.assets.find((asset) => asset.symbol === symbol)?.mint ?? ''
describe('the deposit of a new token account', () => {
  afterEach(() => market.stack.setRent(6_960n))

  it.each([
    ['a service', () => byService()],
    ['a service of Jupiter’s protocol', () => makerSwaps()],
  ])('is what the network asks for now, with %s', async (_, source) => {
    const { stack } = market
    for (const perByte of [6_960n, 5_080n, 696n]) {
      await stack.setRent(perByte)
      const own = await filled('SOL', 'LGLD', '2', [source()])
      expect(await own.controller.preview(), String(own.state.error)).toBe(true)
      // An account's head of 128 bytes counts as well.
      expect(own.state.preview?.quote.deposit?.value).toBe((128n + 256n) * perByte)
      await own.stop()
    }
  })

  const makerSwaps = () => {
    const { url, tokensUrl, address } = market.maker
    return solanaSwaps({ url, tokensUrl, makers: [address], networkId: networkOf() })
  }
})

describe('a swap by a service', () => {
  it.each([
    ['SOL', 'LGLD', '2'],
    ['LUSD', 'LGLD', '1234.56789'],
    ['LGLD', 'SOL', '3'],
  ])('of %s for %s gives what the preview says, and costs what it says', async (sell, buy, amountText) => {
    const own = await filled(sell, buy, amountText)
    expect(await own.controller.preview(), String(own.state.error)).toBe(true)
    const facts = { approval: 'none', dangers: [], sourceName: 'Swap service' }
    expect(own.state.preview).toMatchObject(facts)
    expect(own.state.preview?.quote.priceImpact).toBeGreaterThanOrEqual(0n)
    await swapAsShown(market, own, sell, buy)
    expect(own.asked()).toEqual(['solana:signTransaction'])
  })

  it('whose price moves before the signature asks again', async () => {
    const own = await filled('SOL', 'LGLD', '1')
    expect(await own.controller.preview()).toBe(true)
    market.maker.setPrice(wrappedCoin, 9_700n)
    await own.controller.confirm(own.state.preview)
    expect([own.state.notice, own.asked()]).toEqual(['priceMoved', []])
  })

  it('finds a token by its address, and none that the service doesn’t know', async () => {
    const isListed = ({ symbol }: { readonly symbol: string }) => symbol !== 'LUSD'
    proxy.lie({
      answer: (path, body) =>
        path.endsWith('/tokens') && body.tokens.length > 1 ? { tokens: body.tokens.filter(isListed) } : body,
    })
    const own = await filled('SOL', 'LGLD', '1')
    const found = await own.controller.findToken(mintOf('LUSD'))
    expect(found).toMatchObject({ isSuggested: false, token: { symbol: 'LUSD', decimals: 6 } })
    expect(await own.controller.findToken(own.address)).toBeUndefined()
  })

  it.each<readonly [string, (token: { readonly address: string }) => unknown]>([
    [
      'of another cluster',
      ({ address }) => ({ address: address.replace(networkOf(), `solana:${'1'.repeat(32)}`) }),
    ],
    ['of the wrapped coin', () => ({ address: `${networkOf()}:${wrappedCoin}` })],
    ['with more decimals than any', () => ({ decimals: 78 })],
    ['without an address', () => ({ address: 'gold' })],
  ])('leaves out a token %s, and no other', async (_, change) => {
    proxy.lie({
      answer: (path, body) =>
        path.endsWith('/tokens')
          ? {
              tokens: [
                ...body.tokens,
                { ...body.tokens[1], symbol: 'ODD', ...(change(body.tokens[1]) as object) },
                null,
              ],
            }
          : body,
    })
    const own = await filled('SOL', 'LGLD', '1')
    expect(own.state.tokens.list.map(({ token }) => token.symbol).sort()).toEqual(['LGLD', 'LUSD', 'SOL'])
  })

  it('is read back, too, where another source with other makers is listed before it', async () => {
    const { url, tokensUrl } = market.maker
    const stranger = market.stack.accounts[4]?.address ?? ''
    const other = solanaSwaps({ url, tokensUrl, makers: [stranger], networkId: networkOf(), name: 'Other' })
    const own = await filled('SOL', 'LGLD', '1', [other, byService()])
    expect(await own.controller.preview(), String(own.state.error)).toBe(true)
    expect(own.state.preview).toMatchObject({ dangers: [], sourceName: 'Swap service' })
    await swapAsShown(market, own, 'SOL', 'LGLD')
  })
})

const more = (amount: string) => ((BigInt(amount) * 11n) / 10n).toString()
const orderOf = (change: (body: Record<string, unknown>) => object): Lie => ({
  ask: (path, body) => (path.endsWith('build-transaction') ? { ...body, ...change(body) } : body),
})
const orderedAs = (solana: unknown): Lie => ({
  answer: (path, body) => (path.endsWith('build-transaction') ? { tx: { ...body.tx, solana } } : body),
})

const lies: Readonly<Record<string, () => Lie>> = {
  'offers more than it pays': () => ({
    answer: (path, body) =>
      path.endsWith('/quotes')
        ? { quotes: [{ ...body.quotes[0], toAmount: more(body.quotes[0].toAmount) }] }
        : body,
  }),
  'pays somebody else': () => orderOf(() => ({ userAddress: market.stack.accounts[4]?.address })),
  'buys another token': () => orderOf(() => ({ to: `${market.stack.chainId}:${mintOf('LUSD')}` })),
  'sells more': () => orderOf(({ amount }) => ({ amount: more(String(amount)) })),
  'answers no transaction': () => orderedAs({ transaction: 'no' }),
  'answers rubbish': () => orderedAs({ transaction: Buffer.alloc(300, 1).toString('base64') }),
  'answers instructions of another program': () =>
    orderedAs({ instructions: [{ programId: market.stack.mints.gold.program, accounts: [], data: 'CQ==' }] }),
  'has no offers': () => ({ answer: (path, body) => (path.endsWith('/quotes') ? { quotes: [] } : body) }),
  'is down': () => ({ status: (path) => (path.endsWith('/tokens') ? undefined : 503) }),
}

describe.each(Object.keys(lies))('a service that %s', (name) => {
  it('is refused with the wallet closed', { timeout: 30_000 }, async () => {
    const own = await filled('SOL', 'LGLD', '2')
    proxy.lie(lies[name]?.())
    expect(await own.controller.preview()).toBe(false)
    expect(own.state.error?.code).toMatch(
      /^(?:SWAP_CALLS_REFUSED|SWAP_RECEIVES_LESS|SWAP_NO_ROUTE|SWAP_SOURCE_FAILED|CALLS_INVALID|TRANSACTION_INVALID|INVALID_DATA)$/,
    )
    expect(own.asked()).toEqual([])
  })
})

it('takes no maker that the host didn’t name, and no more from one that lies to the service', async () => {
  const stranger = market.stack.accounts[4]?.address ?? ''
  const own = await filled('SOL', 'LGLD', '2', [byService([stranger])])
  expect(await own.controller.preview()).toBe(false)
  await own.stop()
  const other = await filled('SOL', 'LGLD', '2')
  market.maker.lie({ instructions: (_, deal) => makeDeal({ ...deal, sold: deal.sold + 1n }) })
  expect(await other.controller.preview()).toBe(false)
  expect([own.state.error?.code, other.state.error?.code]).toEqual([
    'SWAP_CALLS_REFUSED',
    'SWAP_CALLS_REFUSED',
  ])
  expect([...own.asked(), ...other.asked()]).toEqual([])
})
