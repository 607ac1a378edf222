import { definePlugin } from '@latchkey/kernel/plugin'
import { NetworkError } from '@latchkey/kernel/chain'
import {
  type TokenHolder,
  type TokenKeeper,
  TokenKeepers,
  type TokenReference,
} from '@latchkey/kernel/contracts'
import { describe, expect, it } from 'vitest'
import { type FakeChainAnswers, type FakeChainOptions, fakeChain, tokenAmount } from '../test/fakeChain.js'
import { startServiceServer } from '../test/serviceServer.js'
import { address, networkId, setUp } from '../test/setUp.js'
import type { WalletDataOptions } from './options.js'

const own: TokenReference = { address: 'own', symbol: 'OWN', decimals: 6, name: 'My own' }
const question = { networkId, address }

/** What a person kept and hid, which a test may change. */
function keeperOf(kept: TokenReference[], hidden: string[] = [], over: Partial<TokenKeeper> = {}) {
  const id = over.id ?? 'test.keeper'
  const asked: TokenHolder[] = []
  const plugin = definePlugin({
    id,
    kernel: '^1.0.0',
    setup: (context) =>
      void context.add(TokenKeepers, {
        id,
        list(holder) {
          asked.push(holder)
          return kept
        },
        hides: (_, token) => hidden.includes(token),
        keep: async () => own,
        ...over,
      }),
  })
  return { plugin, kept, hidden, asked }
}

const amounts: FakeChainAnswers = {
  coin: 5n,
  tokens: ({ tokens = [] }: { tokens?: readonly TokenReference[] }) =>
    tokens.map(({ address: token }) => tokenAmount(token, token === 'own' ? 0n : 7n, 6, token.toUpperCase())),
}

function read(
  kept: TokenReference[],
  {
    hidden = [] as string[],
    answers = amounts,
    chain: how = {} as FakeChainOptions,
    options = {} as WalletDataOptions,
  } = {},
) {
  const chain = fakeChain('test', { ...answers }, how)
  const keeper = keeperOf(kept, hidden)
  const kit = setUp(chain, { commonTokens: false, ...options }, [keeper])
  return { chain, keeper, ...kit, holdings: () => kit.holdings.read(question) }
}

describe('a token that a person added', () => {
  it('is looked for on the chain with the host’s, once, and told although none is held', async () => {
    const listed = { address: 'LISTED', symbol: 'LISTED', decimals: 6 }
    const { holdings, chain, keeper } = read([own, { ...listed, symbol: 'FAKE' }], {
      options: { tokens: { [networkId]: [listed] } },
    })
    const answer = await holdings()
    expect(
      answer.holdings.map(({ address: token, amount, isKept }) => [
        token,
        amount.symbol,
        amount.value,
        isKept,
      ]),
    ).toEqual([
      [undefined, 'COIN', 5n, undefined],
      ['LISTED', 'LISTED', 7n, true],
      ['own', 'OWN', 0n, true],
    ])
    expect(chain.count('tokens')).toBe(1)
    expect(keeper.asked[0]).toEqual({ networkId, address })
  })

  it('is looked for at once, although a young answer is kept', async () => {
    const { holdings, keeper } = read([])
    expect((await holdings()).holdings).toHaveLength(1)
    keeper.kept.push(own)
    expect((await holdings()).holdings).toHaveLength(2)
    keeper.kept.pop()
    expect((await holdings()).holdings).toHaveLength(1)
  })

  it('is no more than 200, whatever is kept', async () => {
    const { holdings, chain } = read(
      Array.from({ length: 1_000 }, (_, index) => ({ ...own, address: `t${index}` })),
    )
    await holdings()
    const { request } = chain.calls.find(({ name }) => name === 'tokens') ?? {}
    expect((request as { tokens: unknown[] }).tokens).toHaveLength(200)
  })

  it('is added from the chain to what a service told, and its failure spoils nothing', async () => {
    const server = await startServiceServer()
    const balance = {
      name: 'Coin',
      symbol: 'COIN',
      quantity: { numeric: '0.000000000000000005', decimals: '18' },
      chainId: networkId,
    }
    server.on('/v1/account', { body: { balances: [balance] } })
    const { holdings, chain } = read([own], { options: { url: server.url } })
    const answer = await holdings()
    expect([answer.source, answer.holdings.at(-1)]).toMatchObject([
      'service',
      { address: 'own', isKept: true },
    ])

    chain.answers.tokens = new NetworkError('The node is gone.', { code: 'HTTP_UNREACHABLE' })
    const later = await setUp(chain, { commonTokens: false, url: server.url }, [
      keeperOf([own]),
    ]).holdings.read(question)
    expect([later.holdings.length, later.problems.map(({ code }) => code)]).toEqual([
      1,
      ['TOKENS_UNAVAILABLE'],
    ])
    await server.stop()
  })
})

it('a token that a person added is vouched for when a service tells it, too', async () => {
  const server = await startServiceServer()
  const told = (address: string) => ({
    ...{ name: address, symbol: address, chainId: networkId, address: `${networkId}:${address}` },
    quantity: { numeric: '1', decimals: '6' },
  })
  server.on('/v1/account', { body: { balances: [told('sent'), told('own')] } })
  const { holdings } = read([own], { options: { url: server.url } })
  expect((await holdings()).holdings.map(({ address: token, isKept }) => [token, isKept])).toEqual([
    ['own', true],
    ['sent', undefined],
  ])
  await server.stop()
})

describe('a token that a person hid', () => {
  it('is left out, whoever tells it, and the coin never is', async () => {
    const { holdings, keeper } = read([], {
      chain: { listsTokens: true },
      answers: { coin: 5n, tokens: [tokenAmount('bait', 1n), tokenAmount('good', 2n)] },
      hidden: ['bait', 'undefined', 'native'],
    })
    expect((await holdings()).holdings.map(({ address: token }) => token)).toEqual([undefined, 'good'])
    keeper.hidden.length = 0
    expect((await holdings()).holdings.map(({ address: token }) => token)).toEqual([
      undefined,
      'bait',
      'good',
    ])
  })
})

describe('a keeper that doesn’t do what it should', () => {
  const fails = (): never => {
    throw new Error('The keeper failed.')
  }
  const faults: readonly (readonly [string, Partial<TokenKeeper>, number])[] = [
    ['throws when it lists', { list: fails }, 1],
    ['throws when it hides', { hides: fails }, 1],
    ['throws at all', { list: fails, hides: fails }, 1],
    ['lists null', { list: () => null as never }, 1],
    ['lists a text', { list: () => 'own' as never }, 1],
    ['lists a promise', { list: (async () => []) as never }, 1],
    [
      'lists what is no token',
      { list: () => [null, 'own', {}, { address: 5 }, { address: 'bad' }] as never },
      0,
    ],
    ['lists no address', { list: () => [{ ...own, address: 'no address' }] }, 0],
    ['hides with null', { hides: () => null as never }, 0],
  ]

  it.each(faults)('%s: spoils no balance, and is named once', async (_, over, warnings) => {
    const chain = fakeChain('test', { ...amounts })
    const keepers = [keeperOf([], [], over), keeperOf([own], [], { id: 'test.other' })]
    const { holdings, log } = setUp(chain, { commonTokens: false }, keepers)
    const read = async () => (await holdings.read(question)).holdings.map(({ address: token }) => token)
    expect(await read()).toEqual([undefined, 'own'])
    expect(await read()).toEqual([undefined, 'own'])
    const line = 'warn: The token keeper "test.keeper" failed. Tokens added or hidden in it can’t be used.'
    expect(log.lines).toEqual(Array.from({ length: warnings }, () => line))
  })
})
