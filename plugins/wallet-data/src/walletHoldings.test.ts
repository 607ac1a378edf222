import { Connector, definePlugin } from '@latchkey/kernel/plugin'
import { NetworkError } from '@latchkey/kernel/chain'
import { Session } from '@latchkey/kernel/wallet'
import { fakeAccount, fakeWallet } from '@latchkey/kernel/testing'
import type { WalletAsset } from '@latchkey/kernel/contracts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FakeChainAnswers, fakeChain } from '../test/fakeChain.js'
import { type ServiceServer, startServiceServer } from '../test/serviceServer.js'
import { address, networkId, setUp } from '../test/setUp.js'

let server: ServiceServer
beforeEach(async () => {
  server = await startServiceServer()
  server.on('/v1/account', { body: { balances: [] } })
})
afterEach(() => server.stop())

const coin: WalletAsset = {
  name: 'Coin',
  amount: { value: 2n * 10n ** 18n, decimals: 18, symbol: 'COIN' },
  priceInUsd: '3000.5',
}
const dollar: WalletAsset = {
  address: 'usd',
  name: 'Dollar\u202e',
  amount: { value: 1_500_000n, decimals: 6, symbol: 'USD' },
  icon: 'javascript:alert(1)',
}

/** A connected wallet that holds an account, a chain, and a service. */
async function connected(answers: FakeChainAnswers, account = address) {
  const chain = fakeChain('test', { coin: 5n, ...answers })
  const wallet = fakeWallet({
    accounts: [fakeAccount(networkId, account)],
    networks: { test: networkId },
    answers: { connect: 'approve', disconnect: 'approve' },
  })
  const plugin = definePlugin({
    id: 'fake',
    kernel: '^1.0.0',
    setup: (context) => void context.add(Connector, wallet.connector),
  })
  const kit = setUp(chain, { url: server.url }, [{ plugin }])
  await kit.kernel.get(Session).connect({ connectorId: wallet.connector.id })
  return { chain, ...kit }
}

describe('what the wallet itself says', () => {
  it('comes first, with what can be shown of it, and nobody else learns the address', async () => {
    const ticket = { ...dollar, address: 'ticket', amount: { value: 3n, decimals: 0, symbol: 'T' } }
    const gone = { ...dollar, address: 'gone', amount: { value: 0n, decimals: 6, symbol: 'G' } }
    const { holdings, chain } = await connected({ assets: [dollar, ticket, gone, coin] })
    expect(await holdings.read({ networkId, address: 'ANNA' })).toEqual({
      source: 'wallet',
      problems: [],
      holdings: [
        {
          networkId,
          name: 'Coin',
          amount: coin.amount,
          price: '3000.5',
          worth: '6001',
        },
        { networkId, address: 'usd', name: 'Dollar', amount: dollar.amount },
      ],
    })
    expect(chain.calls).toEqual([
      {
        name: 'assets',
        request: expect.objectContaining({
          networkId,
          address: 'ANNA',
          provider: { wallet: 'fake.wallet', namespace: 'test' },
        }),
      },
    ])
    expect(server.requests).toEqual([])
  })

  it.each([
    ['does not offer it', { assets: undefined }, []],
    [
      'fails',
      { assets: new NetworkError('No.', { code: 'WALLET_ANSWER_INVALID' }) },
      ['WALLET_ANSWER_INVALID'],
    ],
  ])('is passed over where the wallet %s', async (_, answers, codes) => {
    const { holdings } = await connected(answers)
    const answer = await holdings.read({ networkId, address })
    expect([answer.source, answer.problems.map(({ code }) => code)]).toEqual(['service', codes])
  })

  it('is not asked about an account that the wallet does not hold, nor in another currency', async () => {
    const { holdings, chain } = await connected({ assets: [coin] }, 'Bert')
    expect((await holdings.read({ networkId, address })).source).toBe('service')
    expect((await holdings.read({ networkId, address: 'Bert', currency: 'eur' })).source).toBe('service')
    expect(chain.count('assets')).toBe(0)
    expect((await holdings.read({ networkId, address: 'Bert' })).source).toBe('wallet')
  })

  it('is told as people read it, where a token multiplies what the chain moves', async () => {
    const multipliers = ({ tokens }: { tokens: readonly string[] }) =>
      tokens.map((token) => (token === 'usd' ? { numerator: 4n, denominator: 1n } : undefined))
    const { holdings } = await connected({ assets: [coin, { ...dollar, priceInUsd: '2' }], multipliers })
    const answer = await holdings.read({ networkId, address })
    expect(answer.holdings[1]).toMatchObject({
      amount: { value: 6_000_000n, moved: 1_500_000n, decimals: 6 },
      worth: '12',
    })
    expect(answer.holdings[0]?.amount).toEqual(coin.amount)
  })

  it('is told without what the chain can’t hold', async () => {
    const { holdings } = await connected({ assets: [coin, dollar], largest: 2n * 10n ** 18n - 1n })
    const answer = await holdings.read({ networkId, address })
    expect(answer.source).toBe('wallet')
    expect(answer.holdings.map((holding) => holding.address)).toEqual(['usd'])
    expect(answer.problems.map(({ code }) => code)).toEqual(['COIN_UNAVAILABLE'])
  })

  it('is told without a multiple that no amount can be', async () => {
    const multipliers = () => [{ numerator: 2n ** 255n, denominator: 1n }]
    const { holdings } = await connected({ assets: [coin, dollar], multipliers })
    const answer = await holdings.read({ networkId, address })
    expect(answer.holdings.map((holding) => holding.address)).toEqual([undefined])
    expect(answer.problems.map(({ code }) => code)).toEqual(['TOKENS_UNREADABLE'])
  })

  it('is passed over where the chain can’t say how its amounts are read', async () => {
    const multipliers = new NetworkError('No.', { code: 'NODE_UNREACHABLE' })
    const { holdings } = await connected({ assets: [coin, dollar], multipliers })
    const answer = await holdings.read({ networkId, address })
    expect([answer.source, answer.problems.map(({ code }) => code)]).toEqual([
      'service',
      ['NODE_UNREACHABLE'],
    ])
  })
})
