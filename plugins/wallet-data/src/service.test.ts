// The client of the wallet-data contract against a server over real HTTP.
import { NameRegistry } from '@latchkey/kernel/contracts'
import { TransactionSettled } from '@latchkey/kernel/transaction'
import { fakeAccount } from '@latchkey/kernel/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fakeChain, type FakeChain } from '../test/fakeChain.js'
import { failed, type ServiceServer, startServiceServer } from '../test/serviceServer.js'
import { address, networkId, setUp } from '../test/setUp.js'
import { assetAddress } from './lazy/service/contract.js'
import type { ServiceOptions } from './options.js'
import { AnalyticsSink } from './tokens/analyticsSink.js'
import { HostedDirectory } from './tokens/hostedDirectory.js'
import { walletData } from './walletData.js'

let server: ServiceServer
beforeEach(async () => {
  server = await startServiceServer()
})
afterEach(() => server.stop())

const chainWith = (answers = {}) =>
  fakeChain('test', { coin: 5n, history: { transactions: [] }, identity: { name: 'chain.test' }, ...answers })

function start(options: Partial<ServiceOptions> = {}, chain: FakeChain = chainWith()) {
  return { chain, ...setUp(chain, { url: server.url, projectId: 'p1', ...options }) }
}

const row = (over: object = {}) => ({
  name: 'Dollar',
  symbol: 'USD',
  chainId: networkId,
  address: `${networkId}:usd`,
  price: 1.0001,
  quantity: { decimals: '6', numeric: '1.5' },
  iconUrl: 'https://pictures.example/usd.png',
  ...over,
})
const coinRow = row({
  name: 'Coin',
  symbol: 'COIN',
  address: undefined,
  price: 3000,
  quantity: { decimals: '18', numeric: '0.000000000000000001' },
  iconUrl: '',
})
const balances = (...rows: unknown[]) => ({ body: { balances: rows } })

describe('what an account holds, from a service', () => {
  it('asks as the contract says and answers exactly, the coin first', async () => {
    server.on('/v1/account/Anna/balance', balances(row(), coinRow))
    const { holdings, chain } = start()
    expect(await holdings.read({ networkId, address, currency: 'eur' })).toEqual({
      source: 'service',
      problems: [],
      holdings: [
        {
          networkId,
          name: 'Coin',
          amount: { value: 1n, decimals: 18, symbol: 'COIN' },
          price: '3000',
          worth: '0.000000000000003',
        },
        {
          networkId,
          address: 'usd',
          name: 'Dollar',
          amount: { value: 1_500_000n, decimals: 6, symbol: 'USD' },
          icon: 'https://pictures.example/usd.png',
          price: '1.0001',
          worth: '1.50015',
        },
      ],
    })
    const [request] = server.asked('/v1/account')
    expect(request).toMatchObject({
      method: 'GET',
      path: '/v1/account/Anna/balance',
      query: { projectId: 'p1', st: 'latchkey', currency: 'eur', chainId: networkId },
    })
    expect(request?.query['sv']).toMatch(/^js-latchkey-\d+\.\d+\.\d+$/)
    expect(chain.calls).toEqual([])
  })

  it('leaves out what is not shown as money: no decimals, nothing held, another network, a token twice', async () => {
    server.on(
      '/v1/account',
      balances(
        row({ address: `${networkId}:a`, quantity: { decimals: '0', numeric: '3' } }),
        row({ address: `${networkId}:b`, quantity: { decimals: '6', numeric: '0' } }),
        row({ chainId: 'test:2', address: 'test:2:c' }),
        row({ address: `${networkId}:d` }),
        row({ address: `${networkId}:d`, quantity: { decimals: '6', numeric: '99' } }),
      ),
    )
    const { holdings, problems } = await start().holdings.read({ networkId, address })
    expect(holdings.map((holding) => [holding.address, holding.amount.value])).toEqual([['d', 1_500_000n]])
    expect(problems).toEqual([])
  })

  it('is told with what the chain moves beside it, where a token multiplies that', async () => {
    const quantity = { decimals: '6', numeric: '6', moved: '1.5' }
    const beyond = { decimals: '6', numeric: '6', moved: `1${'0'.repeat(78)}` }
    server.on(
      '/v1/account',
      balances(row({ quantity }), row({ address: `${networkId}:big`, quantity: beyond })),
    )
    const { holdings, problems } = await start().holdings.read({ networkId, address })
    expect(holdings.map(({ amount }) => [amount.value, amount.moved])).toEqual([[6_000_000n, 1_500_000n]])
    expect(problems.map(({ code }) => code)).toEqual(['WALLET_DATA_ROWS_INVALID'])
  })

  it.each([
    ['an exponent', { quantity: { decimals: '6', numeric: '1e3' } }],
    ['a sign', { quantity: { decimals: '6', numeric: '-1' } }],
    ['more places than the token has', { quantity: { decimals: '2', numeric: '1.005' } }],
    ['hex', { quantity: { decimals: '6', numeric: '0x1' } }],
    ['a number in place of text', { quantity: { decimals: 6, numeric: 1 } }],
    ['decimals that are none', { quantity: { decimals: '6.5', numeric: '1' } }],
    ['too many decimals', { quantity: { decimals: '256', numeric: '1' } }],
    [
      'more than a chain can hold',
      { quantity: { decimals: '0', numeric: `1${'0'.repeat(78)}` }, address: null },
    ],
    ['an address of another network', { address: 'test:2:usd' }],
    ['an address in another form', { address: 'usd' }],
    ['nothing at all', { quantity: null }],
  ])('leaves out an entry with %s, and says so', async (_, over) => {
    server.on('/v1/account', balances(coinRow, row(over)))
    const { holdings, problems, source } = await start().holdings.read({ networkId, address })
    expect([holdings.length, source, problems.map(({ code }) => code)]).toEqual([
      1,
      'service',
      ['WALLET_DATA_ROWS_INVALID'],
    ])
    expect(problems[0]?.metaMessages).toEqual(['Entries left out: 1 of 2.'])
  })

  it('shows no amount that the network can’t hold, and says so', async () => {
    const units = (numeric: string) => ({ quantity: { decimals: '6', numeric } })
    const most = row({ address: `${networkId}:most`, ...units('18446744073709.551615') })
    const beyond = row({ symbol: 'BIG', address: `${networkId}:big`, ...units('18446744073709.551616') })
    const coin = { ...coinRow, quantity: { decimals: '18', numeric: '19' } }
    server.on('/v1/account', balances(most, beyond, coin))
    const kit = start({}, chainWith({ largest: 2n ** 64n - 1n }))
    const { holdings, problems, source } = await kit.holdings.read({ networkId, address })
    expect(source).toBe('service')
    expect(holdings.map(({ address: token, amount }) => [token, amount.value])).toEqual([
      ['most', 2n ** 64n - 1n],
    ])
    expect(problems.map(({ code, shortMessage }) => [code, shortMessage])).toEqual([
      ['COIN_UNAVAILABLE', 'The balance of COIN could not be read.'],
      ['TOKENS_UNREADABLE', 'The balance of BIG could not be read.'],
    ])
    expect(problems[0]?.cause).toMatchObject({ code: 'AMOUNT_INVALID' })
  })

  it('measures what the network moves, not the multiple of it that people read', async () => {
    const token = (symbol: string, numeric: string, moved: string) =>
      row({ symbol, address: `${networkId}:${symbol}`, quantity: { decimals: '6', numeric, moved } })
    const tokens = [token('A', '0.00006', '0.000015'), token('B', '0.000064', '0.000016')]
    server.on('/v1/account', balances(coinRow, ...tokens))
    const { holdings, problems } = await start({}, chainWith({ largest: 15n })).holdings.read({
      networkId,
      address,
    })
    expect(holdings.map(({ address: token }) => token)).toEqual([undefined, 'A'])
    expect(problems.map(({ code }) => code)).toEqual(['TOKENS_UNREADABLE'])
  })

  it('does not let anybody move the point of the network’s own coin, nor rename it', async () => {
    const moved = { ...coinRow, quantity: { decimals: '21', numeric: '0.001' } }
    server.on('/v1/account', balances(row(), moved))
    const first = await start().holdings.read({ networkId, address })
    expect(first.holdings.map((holding) => holding.address)).toEqual(['usd'])
    expect(first.problems).toMatchObject([
      { code: 'COIN_UNAVAILABLE', shortMessage: 'The balance of COIN could not be read.' },
    ])
    server.on('/v1/account', balances({ ...coinRow, name: 'Dollar', symbol: 'USD' }))
    const { holdings, problems } = await start().holdings.read({ networkId, address })
    expect(holdings).toMatchObject([{ name: 'Coin', amount: { value: 1n, decimals: 18, symbol: 'COIN' } }])
    expect(problems).toEqual([])
  })

  it('puts what no list, no price and not the person vouches for last, and without its picture', async () => {
    const sent = row({ address: `${networkId}:sent`, symbol: 'SENT', price: 0 })
    const bait = row({ address: `${networkId}:bait`, name: 'Claim at t.me/gift', price: 0 })
    const listed = row({ price: 0 })
    server.on('/v1/account', balances(bait, sent, listed, coinRow))
    const { holdings } = setUp(chainWith(), {
      ...{ url: server.url, projectId: 'p1' },
      tokens: { [networkId]: [{ address: 'usd', symbol: 'USD', decimals: 6 }] },
    })
    const answer = await holdings.read({ networkId, address })
    expect(answer.holdings.map((one) => [one.address, one.isListed, one.icon])).toEqual([
      [undefined, undefined, undefined],
      ['usd', true, 'https://pictures.example/usd.png'],
      ['sent', undefined, undefined],
      ['bait', undefined, undefined],
    ])
  })

  it('never makes up a price: 0 and nonsense are none', async () => {
    server.on(
      '/v1/account',
      balances(
        row({ address: `${networkId}:a`, price: 0 }),
        row({ address: `${networkId}:b`, price: null, value: 2.5 }),
        row({ address: `${networkId}:c`, price: -1 }),
        row({ address: `${networkId}:d`, price: 1e-7 }),
        row({ address: `${networkId}:e`, price: 1e300 }),
      ),
    )
    const { holdings } = await start().holdings.read({ networkId, address })
    expect(holdings.map(({ price, worth }) => [price, worth])).toEqual([
      [undefined, '2.5'],
      ['0.0000001', '0.00000015'],
      [undefined, undefined],
      [undefined, undefined],
      [undefined, undefined],
    ])
  })

  it('shows one plain line of what tokens call themselves, and only pictures', async () => {
    const iconUrl = 'javascript:alert(1)'
    server.on('/v1/account', balances(row({ name: 'Evil‮\n<b>\u0000name', symbol: 'X'.repeat(99), iconUrl })))
    const [holding] = (await start().holdings.read({ networkId, address })).holdings
    expect(holding).toMatchObject({ name: 'Evil <b> name', amount: { symbol: 'X'.repeat(20) } })
    expect(holding?.icon).toBeUndefined()
  })

  it('has moved tokens read again once they were decided', async () => {
    server.on('/v1/account', balances(coinRow))
    const { kernel, holdings } = start()
    await holdings.read({ networkId, address })
    const amount = { value: 1n, decimals: 6, symbol: 'USD' }
    const transfers = [
      { direction: 'out', amount, asset: 'usd' },
      { direction: 'out', amount },
      { direction: 'in', amount, asset: 'art', collectible: { id: '1' } },
    ] as const
    const record = { id: '1', networkId, operation: 'send', status: 'confirmed', transfers } as const
    kernel.events.emit(TransactionSettled, { address: 'ANNA', record })
    await holdings.read({ networkId, address })
    expect(server.asked('/v1/account').map(({ query }) => query['forceUpdate'])).toEqual([
      undefined,
      `${networkId}:usd`,
    ])
  })

  it('does without reading again where the service cannot', async () => {
    server.on('/v1/account', ({ query }) =>
      query['forceUpdate'] ? failed(400, 'Cannot be read again.', 'forceUpdate') : balances(coinRow),
    )
    const { kernel, holdings } = start()
    await holdings.read({ networkId, address })
    const transfers = [
      { direction: 'out', amount: { value: 1n, decimals: 6, symbol: 'USD' }, asset: 'usd' },
    ] as const
    const record = { id: '1', networkId, operation: 'send', status: 'confirmed', transfers } as const
    kernel.events.emit(TransactionSettled, { address, record })
    expect(await holdings.read({ networkId, address })).toMatchObject({ source: 'service', problems: [] })
  })
})

describe('a service that does not work', () => {
  it.each([
    ['is down', failed(503, 'The provider is down.'), 'WALLET_DATA_DOWN'],
    ['fails', failed(500, 'Oops.'), 'WALLET_DATA_DOWN'],
    ['is busy', failed(429, 'Quota reached.'), 'WALLET_DATA_BUSY'],
    ['knows no such project', failed(401, 'Unknown project.', 'projectId'), 'WALLET_DATA_PROJECT_UNKNOWN'],
    ['does not serve the origin', failed(403, 'Forbidden.'), 'WALLET_DATA_ORIGIN_FORBIDDEN'],
    ['refuses the request', failed(400, 'Bad parameter.', 'currency'), 'WALLET_DATA_REFUSED'],
    ['cannot read the request', failed(422, 'Cannot be read.'), 'WALLET_DATA_REFUSED'],
    ['is another program', { status: 200, body: 'Welcome' }, 'WALLET_DATA_INVALID'],
  ])(
    '%s: the chain stands in, the problem is named, and the next read finds it well again',
    async (_, reply, code) => {
      server.on('/v1/account', balances(coinRow))
      const { holdings, chain } = start()
      server.fail('/v1/account', reply)
      const poor = await holdings.read({ networkId, address })
      expect(poor).toMatchObject({ source: 'chain', problems: [{ code }] })
      expect(poor.holdings[0]?.amount.value).toBe(5n)
      server.fail('/v1/account', {}, 0)
      expect(await holdings.read({ networkId, address })).toMatchObject({ source: 'service', problems: [] })
      expect(chain.count('coin')).toBe(1)
    },
  )

  it('cannot be reached: the chain stands in', async () => {
    const { holdings, activity } = start({ url: 'http://127.0.0.1:1', networks: [networkId] })
    const code = 'WALLET_DATA_UNREACHABLE'
    expect(await holdings.read({ networkId, address })).toMatchObject({
      source: 'chain',
      problems: [{ code }],
    })
    expect(await activity.read({ networkId, address })).toMatchObject({
      source: 'chain',
      problems: [{ code }],
    })
  })

  it('is asked again by the HTTP client before the chain is', async () => {
    server.on('/v1/account', balances(coinRow))
    server.fail('/v1/account', { ...failed(429, 'Slow down.'), headers: { 'retry-after': '1' } }, 1)
    expect(await start().holdings.read({ networkId, address })).toMatchObject({ source: 'service' })
    expect(server.asked('/v1/account')).toHaveLength(2)
  })

  it('says everything when neither it nor the chain answers', async () => {
    server.on('/v1/account', failed(503, 'Down.'))
    const { holdings } = start({}, fakeChain('test', { coin: new Error('no node') }))
    await expect(holdings.read({ networkId, address })).rejects.toMatchObject({
      code: 'BALANCE_UNAVAILABLE',
      cause: { code: 'WALLET_DATA_DOWN' },
    })
  })

  it('is too slow: the chain stands in, and it is left alone for 30 s unless somebody insists', async () => {
    server.on('/v1/account', () => new Promise(() => {}))
    const { holdings, clock } = start({ patience: 3_000, networks: [networkId] })
    const reading = holdings.read({ networkId, address })
    await expect.poll(() => server.asked('/v1/account').length).toBe(1)
    clock.advance(3_000)
    expect(await reading).toMatchObject({ source: 'chain', problems: [{ code: 'WALLET_DATA_SLOW' }] })
    await holdings.read({ networkId, address })
    expect(server.asked('/v1/account')).toHaveLength(1)
    server.on('/v1/account', balances(coinRow))
    expect(await holdings.read({ networkId, address, fresh: true })).toMatchObject({ source: 'service' })
    clock.advance(30_000)
    expect(await holdings.read({ networkId, address })).toMatchObject({ source: 'service' })
  })

  it('tells the developer once what only the developer can mend', async () => {
    server.on('/v1/account', failed(401, 'Unknown project.', 'projectId'))
    const { holdings, activity, log } = start()
    await holdings.read({ networkId, address })
    await activity.read({ networkId, address })
    await holdings.read({ networkId, address })
    expect(log.lines).toMatchInlineSnapshot(`
      [
        "error: The wallet-data service does not know the project of this app.

      Check "projectId" of walletData().
      HTTP status code: 401
      projectId: Unknown project.

      Until then the chains are read in its place.",
      ]
    `)
  })

  it.each([
    [401, 'Not authorised.', 'projectId', 'WALLET_DATA_PROJECT_MISSING'],
    [400, 'Required.', 'projectId', 'WALLET_DATA_PROJECT_MISSING'],
    [403, 'The project id is missing.', '', 'WALLET_DATA_PROJECT_MISSING'],
    [403, 'Not here.', '', 'WALLET_DATA_ORIGIN_FORBIDDEN'],
    [422, 'No.', 'currency', 'WALLET_DATA_REFUSED'],
  ])(
    'tells an app without a project once what to do when the service answers %i "%s", and people see the chain',
    async (status, description, field, code) => {
      server.on('/v1/account', failed(status, description, field))
      const { holdings, log } = start({ projectId: undefined })
      for (const _ of [1, 2]) {
        expect(await holdings.read({ networkId, address, fresh: true })).toMatchObject({
          source: 'chain',
          problems: [{ code }],
        })
      }
      expect(log.lines).toHaveLength(1)
      expect(log.lines[0]).toMatch(/^error: .+\n\n.*(?:walletData\(\)|origin|version)/)
      expect(log.lines[0]).toMatch(/Until then the chains are read in its place\.$/)
    },
  )

  it('says nothing to an app without a project that the service serves, or serves elsewhere', async () => {
    server.on('/v1/account', failed(400, 'Namespace not supported.', 'chainId'))
    const { holdings, log } = start({ projectId: undefined })
    expect(await holdings.read({ networkId, address })).toMatchObject({ source: 'chain', problems: [] })
    server.on('/v1/account', balances(coinRow))
    expect(await start({ projectId: undefined }).holdings.read({ networkId, address })).toMatchObject({
      source: 'service',
    })
    expect(log.lines).toEqual([])
  })

  it('never repeats what the app sends in headers', async () => {
    const secret = 'Bearer abc.def'
    server.on('/v1/account', ({ headers }) => failed(401, `Token ${headers['authorization']} is unknown.`))
    const { holdings, log } = start({ headers: { authorization: secret } })
    const { problems } = await holdings.read({ networkId, address })
    expect(server.asked('/v1/account')[0]?.headers['authorization']).toBe(secret)
    expect(
      JSON.stringify([problems, problems.map(({ message, cause }) => [message, cause]), log.lines]),
    ).not.toContain('abc.def')
    expect(problems[0]?.metaMessages).toContain('Token … is unknown.')
  })

  it.each([
    ['WALLET_DATA_REFUSED', 400],
    ['WALLET_DATA_PROJECT_UNKNOWN', 401],
    ['WALLET_DATA_ORIGIN_FORBIDDEN', 403],
    ['WALLET_DATA_NOT_FOUND', 404],
    ['WALLET_DATA_BUSY', 429],
    ['WALLET_DATA_DOWN', 500],
  ])('%s is said in a sentence', async (_, status) => {
    server.on('/v1/account', failed(status, ''))
    const { problems } = await start().holdings.read({ networkId, address })
    expect(problems[0]?.shortMessage).toMatchSnapshot()
  })

  it('WALLET_DATA_PROJECT_MISSING is said in a sentence', async () => {
    server.on('/v1/account', failed(401, ''))
    const { problems } = await start({ projectId: undefined }).holdings.read({ networkId, address })
    expect(problems[0]?.shortMessage).toMatchInlineSnapshot(
      `"The wallet-data service does not answer this app without a project."`,
    )
  })
})

describe('what a service is told', () => {
  const other = () => fakeChain('other', { coin: 7n, history: { transactions: [] }, identity: {} })

  it('is no address on a network that it does not list, and the list is asked for once', async () => {
    server.on('/v1/', ({ path }) =>
      path === '/v1/supported-chains' ? { body: { http: [networkId] } } : failed(500, ''),
    )
    const { holdings, activity, names } = setUp(chainWith(), { url: server.url }, [other()])
    const request = { networkId: 'other:1', address: 'Olaf' } as const
    const [held, done] = await Promise.all([
      holdings.read(request),
      activity.read(request),
      names.lookup(request),
    ])
    expect([held.source, held.problems, done.source]).toEqual(['chain', [], 'chain'])
    expect(server.requests.map(({ path }) => path)).toEqual(['/v1/supported-chains'])
  })

  it('is nothing of networks that the app keeps to itself', async () => {
    const { holdings, names } = start({ networks: [] })
    expect(await holdings.read({ networkId, address })).toMatchObject({ source: 'chain', problems: [] })
    expect(names.supports('test:2')).toBe(false)
    expect(server.requests).toEqual([])
  })

  it('is taken to serve what the app lists where it has no list of its own', async () => {
    server.on('/v1/supported-chains', failed(404, ''))
    server.on('/v1/account', balances(coinRow))
    expect(await start().holdings.read({ networkId, address })).toMatchObject({
      source: 'service',
      problems: [],
    })
  })

  it('is not asked again about what it said it does not serve', async () => {
    server.on('/v1/account', failed(400, 'Namespace not supported.', 'chainId'))
    const { holdings } = start()
    for (const fresh of [false, true]) {
      expect(await holdings.read({ networkId, address, fresh })).toMatchObject({
        source: 'chain',
        problems: [],
      })
    }
    expect(server.asked('/v1/account')).toHaveLength(1)
  })

  it('is no address that the network does not have', async () => {
    await expect(start().holdings.read({ networkId, address: '../x' })).rejects.toMatchObject({
      code: 'ADDRESS_INVALID',
    })
    expect(server.requests).toEqual([])
  })
})

describe('request economy', () => {
  it('makes no request twice when a page shows four accounts in several places', async () => {
    server.on('/v1/account', ({ path }) =>
      path.endsWith('/history') ? { body: { data: [] } } : balances(coinRow),
    )
    server.on('/v1/identity', { body: { name: 'a.latchkey.id' } })
    server.on('/v1/fungible/price', ({ body }) => ({
      body: { fungibles: [{ address: (body as { addresses: string[] }).addresses[0], price: 2 }] },
    }))
    const { holdings, activity, names, prices } = start()
    const accounts = ['Anna', 'Bert', 'Cleo', 'Dora']
    const place = () =>
      Promise.all(
        accounts.flatMap((who) => [
          holdings.read({ networkId, address: who }),
          activity.read({ networkId, address: who }),
          names.lookup({ networkId, address: who }),
          prices.read({ networkId }),
        ]),
      )
    await Promise.all([place(), place(), place()])
    await place()
    const seen = server.requests.map(({ method, path, query, body }) =>
      JSON.stringify([method, path, query, body]),
    )
    expect(seen.toSorted()).toEqual([...new Set(seen)].toSorted())
    // The networks, four times balance, history and identity, and one price.
    expect(seen).toHaveLength(14)
  })
})

const transaction = (over: object = {}, transfers: unknown = []) => ({
  id: 'x',
  metadata: {
    operationType: 'send',
    hash: '0xhash',
    minedAt: '2026-11-20T10:00:00.000Z',
    sentFrom: 'Anna',
    sentTo: 'Bert',
    status: 'confirmed',
    nonce: 1,
    chain: networkId,
    ...over,
  },
  transfers,
})

describe('what an account did, from a service', () => {
  it('reads transactions with what moved in them, exactly', async () => {
    const moved = [
      {
        fungible_info: { name: 'Coin', symbol: 'COIN', icon: { url: 'https://pictures.example/c.png' } },
        direction: 'out',
        quantity: { numeric: '0.000000000000000001' },
        value: 0.1,
        price: 3000,
      },
      {
        fungible_info: { name: 'Dollar', symbol: 'USD', address: `${networkId}:usd`, decimals: 6 },
        direction: 'in',
        quantity: { numeric: '1.5' },
        sender: 'Bert',
        recipient: 'Anna',
      },
      {
        nft_info: {
          name: 'Cat',
          content: { preview: { url: 'https://pictures.example/cat.png', content_type: null }, detail: null },
          flags: { is_spam: true },
          token_id: '7',
          address: `${networkId}:art`,
        },
        direction: 'self',
        quantity: { numeric: '1' },
      },
    ]
    server.on('/v1/account/Anna/history', {
      body: {
        data: [
          transaction({ fee: '0.001', application: { name: 'Shop', iconUrl: null } }, moved),
          transaction({ chain: 'test:2' }),
        ],
        next: 'n1',
      },
    })
    const { activity } = start()
    expect(await activity.read({ networkId, address })).toEqual({
      source: 'service',
      next: 'service:n1',
      transactions: [
        {
          id: '0xhash',
          networkId,
          operation: 'send',
          status: 'confirmed',
          minedAt: Date.UTC(2026, 10, 20, 10),
          from: 'Anna',
          to: 'Bert',
          fee: { value: 10n ** 15n, decimals: 18, symbol: 'COIN' },
          application: { name: 'Shop' },
          transfers: [
            {
              direction: 'out',
              amount: { value: 1n, decimals: 18, symbol: 'COIN' },
              name: 'Coin',
              icon: 'https://pictures.example/c.png',
            },
            {
              direction: 'in',
              amount: { value: 1_500_000n, decimals: 6, symbol: 'USD' },
              asset: 'usd',
              name: 'Dollar',
              from: 'Bert',
              to: 'Anna',
            },
            {
              direction: 'self',
              amount: { value: 1n, decimals: 0, symbol: '' },
              asset: 'art',
              name: 'Cat',
              collectible: { id: '7', picture: 'https://pictures.example/cat.png', isSpam: true },
            },
          ],
        },
      ],
    })
    expect(server.asked('/v1/account')[0]?.query).toMatchObject({ projectId: 'p1', chainId: networkId })
  })

  it('tells how much of the network the service couldn’t read, and nothing that it can’t have said', async () => {
    server.on('/v1/account/Anna/history', {
      body: {
        data: [],
        gaps: [
          { code: 'TRANSACTIONS_UNREAD', chain: networkId, count: 3 },
          { code: 'TRANSACTIONS_UNREAD', chain: 'test:2', count: 9 },
          { code: 'TRANSACTIONS_UNREAD', chain: networkId, count: -1 },
          { code: 'SEND_YOUR_KEY', chain: networkId, count: 1 },
          'rubbish',
        ],
      },
    })
    const { activity } = start()
    expect((await activity.read({ networkId, address })).gaps).toEqual([
      {
        code: 'TRANSACTIONS_UNREAD',
        message:
          'Transactions of this network that couldn’t be read yet: 3. One of them may belong in this list.',
        parameters: { count: 3 },
      },
    ])
  })

  it('marks what somebody else made on an EVM network, where a contract may log transfers that never were', async () => {
    const evmId = 'eip155:1'
    const out = { direction: 'out', quantity: { numeric: '5' }, sender: 'Anna', recipient: 'Lookalike' }
    const token = { name: 'Dollar', symbol: 'USD', address: `${evmId}:usd`, decimals: 6 }
    const nothing = { ...out, fungible_info: token, quantity: { numeric: '0' } }
    const moved = { ...out, fungible_info: token }
    const row = (hash: string, sentFrom: string, transfers: unknown[]) =>
      transaction({ hash, sentFrom, chain: evmId }, transfers)
    server.on('/v1/supported-chains', { body: { http: [evmId] } })
    server.on('/v1/account', {
      body: {
        data: [
          row('forged', 'Stranger', [moved, nothing]),
          row('poison', 'Stranger', [nothing]),
          row('own', 'anna', [moved]),
          row('came', 'Stranger', [{ ...moved, direction: 'in' }]),
        ],
      },
    })
    const { activity } = start({}, fakeChain('eip155', { coin: 0n }))
    const { transactions } = await activity.read({ networkId: evmId, address })
    expect(
      transactions.map(({ id, operation, isMadeByOther, transfers }) => [
        id,
        operation,
        isMadeByOther,
        transfers.length,
      ]),
    ).toEqual([
      ['forged', 'execute', true, 1],
      ['own', 'send', undefined, 1],
      ['came', 'send', undefined, 1],
    ])
  })

  it('leaves out what cannot be read, and tells the developer', async () => {
    const bad = [
      transaction({ status: 'maybe' }),
      transaction({ minedAt: 'yesterday' }),
      transaction({}, [{ direction: 'out', quantity: { numeric: '1e3' } }]),
      transaction({}, [{ direction: 'sideways', quantity: { numeric: '1' } }]),
      null,
    ]
    server.on('/v1/account', { body: { data: [...bad, transaction()] } })
    const { activity, log } = start()
    expect((await activity.read({ networkId, address })).transactions).toHaveLength(1)
    expect(log.lines).toEqual([
      'warn: The wallet-data service told 5 of 6 transactions in a way that cannot be read.',
    ])
  })

  it('goes on where the page before ended, and never mixes the pages of service and chain', async () => {
    server.on('/v1/account', { body: { data: [transaction()], next: 'n1' } })
    const { activity, chain } = start()
    const { next } = await activity.read({ networkId, address })
    await activity.read({ networkId, address, cursor: next as string })
    expect(server.asked('/v1/account').map(({ query }) => query['cursor'])).toEqual([undefined, 'n1'])
    server.fail('/v1/account', failed(400, 'No.'))
    await expect(activity.read({ networkId, address, cursor: 'service:n2' })).rejects.toMatchObject({
      code: 'TRANSACTIONS_UNAVAILABLE',
      cause: { code: 'WALLET_DATA_REFUSED' },
    })
    expect(chain.calls).toEqual([])
  })

  it('stays with the chain for the pages after one that the chain stood in for', async () => {
    server.fail('/v1/account', failed(500, 'Oops.'))
    const { activity } = start({}, chainWith({ history: { transactions: [], next: 'block:9' } }))
    const page = await activity.read({ networkId, address })
    expect(page).toMatchObject({
      source: 'chain',
      next: 'chain:block:9',
      problems: [{ code: 'WALLET_DATA_DOWN' }],
    })
    server.fail('/v1/account', {}, 0)
    const further = await activity.read({ networkId, address, cursor: page.next as string })
    expect([further.source, further.problems]).toEqual(['chain', undefined])
  })
})

describe('names, from a service', () => {
  const record = (addresses: object, name = 'nora.latchkey.id') => ({
    name,
    registered_at: '2026-01-01',
    updated_at: null,
    addresses,
  })

  it('answers name and picture, and the registry name where there is no other', async () => {
    server.on('/v1/identity/Anna', {
      body: { name: 'anna.eth', avatar: 'data:image/png;base64,AA', resolvedAt: 1 },
    })
    server.on('/v1/identity/Bert', { body: {} })
    server.on('/v1/profile/reverse/Bert', { body: [record({}, 'bert.latchkey.id')] })
    server.on('/v1/profile/reverse/Cleo', { body: [] })
    const { names } = start()
    expect(await names.lookup({ networkId, address })).toEqual({
      name: 'anna.eth',
      avatar: 'data:image/png;base64,AA',
    })
    expect(await names.lookup({ networkId, address: 'Bert' })).toEqual({ name: 'bert.latchkey.id' })
    expect(await names.lookup({ networkId, address: 'Cleo' })).toEqual({})
    expect(server.asked('/v1/profile')[0]?.query['apiVersion']).toBe('2')
  })

  it('shows pictures of its own host and of those the app lists, and no others', async () => {
    const own = `https://${new URL(server.url).host}/a.png`
    const pictures = [
      [own, own],
      ['https://pictures.example/a.png', 'https://pictures.example/a.png'],
      ['https://elsewhere.example/a.png', undefined],
      ['http://pictures.example/a.png', undefined],
      ['ipfs://QmHash', undefined],
      ['javascript:alert(1)', undefined],
    ] as const
    const { names } = start({ avatarHosts: ['pictures.example'] })
    for (const [index, [avatar, shown]] of pictures.entries()) {
      server.on('/v1/identity', { body: { name: 'a.eth', avatar } })
      expect((await names.lookup({ networkId, address: `Anna${index}` })).avatar).toBe(shown)
    }
  })

  it('shows no name that hides something', async () => {
    server.on('/v1/identity', { body: { name: 'anna‮.eth' } })
    expect(await start().names.lookup({ networkId, address })).toEqual({})
  })

  it('reads the name from the chain while the service is down, and from the service afterwards', async () => {
    server.on('/v1/identity', { body: { name: 'anna.eth' } })
    server.fail('/v1/identity', failed(503, 'Down.'))
    const { names, log } = start()
    expect(await names.lookup({ networkId, address })).toEqual({ name: 'chain.test' })
    expect(log.lines[0]).toContain('The wallet-data service does not work right now.')
    server.fail('/v1/identity', {}, 0)
    expect(await names.lookup({ networkId, address })).toEqual({ name: 'anna.eth' })
  })

  describe('the address behind a name', () => {
    const evm = () => fakeChain('eip155', { coin: 0n, resolved: 'FromChain' })
    beforeEach(() =>
      server.on('/v1/supported-chains', { body: { http: ['eip155:1', 'eip155:2', 'test:1'] } }),
    )

    it('is asked of the chain, which cannot lie, and never of the service', async () => {
      server.on('/v1/profile/account/', { body: record({ 60: { address: 'Liar' } }, 'anna.eth') })
      const { names, chain } = start({}, evm())
      expect(await names.resolve({ networkId: 'eip155:1', name: 'anna.eth' })).toBe('FromChain')
      chain.answers.resolved = undefined
      expect(await names.resolve({ networkId: 'eip155:1', name: 'anna.eth' })).toBeUndefined()
      expect(await names.resolve({ networkId: 'eip155:2', name: 'anna.eth' })).toBeUndefined()
      expect(server.asked('/v1/profile')).toEqual([])
    })

    it.each([
      ['eip155:1', { 60: { address: 'Main' }, 2147483650: { address: 'Other' } }, 'Main'],
      ['eip155:2', { 60: { address: 'Main' }, 2147483650: { address: 'Other' } }, 'Other'],
      ['eip155:2', { 60: { address: 'Main' } }, undefined],
      ['eip155:1', { 60: { address: 'no address' } }, undefined],
    ] as const)('of the registry is that of %s itself among %j', async (id, addresses, expected) => {
      server.on('/v1/profile/account/nora.latchkey.id', { body: record(addresses) })
      server.on('/v1/profile/reverse/', { body: [record(addresses)] })
      const { names, chain } = start({ nameZone: 'latchkey.id' }, evm())
      expect(await names.resolve({ networkId: id, name: 'Nora.latchkey.id' })).toBe(expected)
      expect(chain.count('resolved')).toBe(0)
    })

    it.each([
      ['an empty list', { body: [] }],
      ['404', failed(404, 'Name not found.')],
      ['the record of another name', { body: record({ 60: { address: 'Main' } }, 'mallory.latchkey.id') }],
    ])('is none when the service answers with %s', async (_, reply) => {
      server.on('/v1/profile/account/', reply)
      const { names } = start({ nameZone: 'latchkey.id' }, evm())
      expect(await names.resolve({ networkId: 'eip155:1', name: 'nora.latchkey.id' })).toBeUndefined()
    })

    it('is an error, and never a guess, while the service is down', async () => {
      server.on('/v1/profile', failed(503, 'Down.'))
      const { names } = start({ nameZone: 'latchkey.id' }, evm())
      await expect(names.resolve({ networkId: 'eip155:1', name: 'nora.latchkey.id' })).rejects.toMatchObject({
        code: 'WALLET_DATA_DOWN',
      })
    })
  })
})

describe('prices', () => {
  it('are asked for one by one, as exact text, and kept for 15 s', async () => {
    server.on('/v1/fungible/price', ({ body }) => ({
      body: {
        fungibles: [{ address: (body as { addresses: string[] }).addresses[0], price: 0.1, decimals: '6' }],
      },
    }))
    const { prices, clock } = start()
    const read = () => prices.read({ networkId, address: 'usd', currency: 'jpy' })
    expect(await Promise.all([read(), read()])).toEqual(['0.1', '0.1'])
    clock.advance(14_999)
    await read()
    expect(server.asked('/v1/fungible')).toHaveLength(1)
    expect(server.asked('/v1/fungible')[0]).toMatchObject({
      method: 'POST',
      body: { projectId: 'p1', currency: 'jpy', addresses: [`${networkId}:usd`] },
    })
    clock.advance(1)
    await read()
    expect(server.asked('/v1/fungible')).toHaveLength(2)
  })

  it('ask with what stands for the native coin', async () => {
    const { prices } = start({ networks: ['eip155:1'] }, fakeChain('eip155', { coin: 0n }))
    server.on('/v1/fungible/price', { body: { fungibles: [] } })
    await prices.read({ networkId: 'eip155:1' })
    expect(server.asked('/v1/fungible')[0]?.body).toMatchObject({
      addresses: ['eip155:1:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'],
    })
    expect(assetAddress('solana:1')).toBe('solana:1:So11111111111111111111111111111111111111111')
    expect(assetAddress('bip122:1')).toBe('bip122:1:0x')
    expect(assetAddress('polkadot:1')).toBe('polkadot:1:0x')
    expect(assetAddress('solana:1', 'mint')).toBe('solana:1:mint')
  })

  it('are unknown rather than guessed', async () => {
    const { prices, log } = start()
    for (const fungibles of [[], [{ price: 0 }], [{ price: null }], [{ price: -2 }], [{ price: 1e18 }]]) {
      server.on('/v1/fungible/price', { body: { fungibles } })
      expect(
        await prices.read({ networkId, address: `a${JSON.stringify(fungibles).length}` }),
      ).toBeUndefined()
    }
    server.on('/v1/fungible/price', failed(422, 'No.'))
    expect(await prices.read({ networkId })).toBeUndefined()
    expect(log.lines).toEqual([
      'warn: A price could not be read: The wallet-data service does not accept this request.',
    ])
  })
})

describe('collectibles, from a service', () => {
  const item = {
    chainId: networkId,
    address: `${networkId}:art`,
    tokenId: '7',
    name: 'Cat',
    collection: 'Cats',
    pictureUrl: 'https://pictures.example/cat.png',
    count: '340282366920938463463374607431768211456',
    isSpam: false,
  }

  it('are read page by page', async () => {
    const others = [
      { ...item, chainId: 'test:2' },
      { ...item, count: '-1' },
      { ...item, tokenId: '<b>' },
    ]
    server.on('/v1/account/Anna/collectibles', { body: { data: [item, ...others], next: 'n' } })
    const { collectibles, log } = start()
    expect(collectibles.supports(networkId)).toBe(true)
    const page = await collectibles.read({ networkId, address })
    expect(page).toEqual({
      source: 'service',
      next: 'service:n',
      items: [
        {
          networkId,
          address: 'art',
          id: '7',
          name: 'Cat',
          collection: 'Cats',
          picture: 'https://pictures.example/cat.png',
          count: 2n ** 128n,
          isSpam: false,
        },
      ],
    })
    await collectibles.read({ networkId, address, cursor: page.next as string })
    expect(server.asked('/v1/account').map(({ query }) => query['cursor'])).toEqual([undefined, 'n'])
    expect(log.lines[0]).toContain('told 2 of 4 collectibles')
  })

  it('are not offered any more once the service has no route for them', async () => {
    const { collectibles, log } = start()
    await expect(collectibles.read({ networkId, address })).rejects.toMatchObject({
      code: 'COLLECTIBLES_UNAVAILABLE',
    })
    expect(collectibles.supports(networkId)).toBe(false)
    expect(log.lines).toEqual([])
  })

  it('are unavailable, with the reason, while the service is down', async () => {
    server.on('/v1/account', failed(503, 'Down.'))
    const { collectibles } = start()
    await expect(collectibles.read({ networkId, address })).rejects.toMatchObject({
      code: 'COLLECTIBLES_UNAVAILABLE',
      cause: { code: 'WALLET_DATA_DOWN' },
    })
    expect(collectibles.supports(networkId)).toBe(true)
  })
})

describe('the name registry', () => {
  const account = fakeAccount('eip155:10', 'Anna')
  function startRegistry(answer = async () => ({ signature: '0xsig', type: 'eip191' })) {
    const messages: string[] = []
    const sign = (message: string) => {
      messages.push(message)
      return answer()
    }
    const request = { name: 'Nora.latchkey.id', networkId: 'eip155:10' as const, account, sign }
    const chain = fakeChain('eip155', { identity: {} }, { without: ['balance', 'history'], networks: ['10'] })
    const kit = start({ nameZone: 'latchkey.id', networks: ['eip155:10'] }, chain)
    return { ...kit, messages, request, registry: kit.kernel.get(NameRegistry) }
  }

  it('suggests names of its zone, and asks nothing about what cannot be one', async () => {
    server.on('/v1/profile/suggestions/nora', {
      body: {
        suggestions: [
          { name: 'nora.latchkey.id', registered: true },
          { name: 'nora1.latchkey.id', registered: false },
          { name: 'nora.other.id', registered: false },
        ],
      },
    })
    const { registry } = startRegistry()
    expect(registry.zone).toBe('latchkey.id')
    expect(await registry.suggest('Nora')).toEqual([
      { name: 'nora.latchkey.id', isRegistered: true },
      { name: 'nora1.latchkey.id', isRegistered: false },
    ])
    expect(await registry.suggest('no')).toEqual([])
    expect(await registry.suggest('n ra')).toEqual([])
    expect(server.requests.map(({ query }) => query['zone'])).toEqual(['latchkey.id'])
  })

  it('registers what the account signed, and forgets what was known of the address', async () => {
    server.on('/v1/identity', { body: {} })
    server.on('/v1/profile/reverse', { body: [] })
    server.on('/v1/profile/account', { body: {} })
    const { registry, names, messages, request, clock } = startRegistry()
    const timestamp = Math.floor(clock.now() / 1_000)
    const message = JSON.stringify({ name: 'nora.latchkey.id', service: server.url, timestamp })
    expect(await names.lookup({ networkId: 'eip155:10', address })).toEqual({})
    await registry.register(request)
    expect(messages).toEqual([message])
    expect(server.asked('/v1/profile/account')).toMatchObject([
      {
        method: 'POST',
        query: { projectId: 'p1' },
        body: { coin_type: 2147483658, address: 'Anna', message, signature: '0xsig' },
      },
    ])
    server.on('/v1/profile/reverse', { body: [{ name: 'nora.latchkey.id' }, { name: 'x.other.id' }] })
    expect(await names.lookup({ networkId: 'eip155:10', address })).toEqual({ name: 'nora.latchkey.id' })
    expect(await registry.owned(address)).toEqual(['nora.latchkey.id'])
  })

  it.each(['no.latchkey.id', 'nora.other.id', 'a.b.latchkey.id', 'n_ra.latchkey.id'])(
    'does not open the wallet for %s',
    async (name) => {
      const { registry, messages, request } = startRegistry()
      await expect(registry.register({ ...request, name })).rejects.toMatchObject({
        code: 'REGISTRY_NAME_INVALID',
      })
      expect(messages).toEqual([])
    },
  )

  it('passes on what the service and the wallet say, and does not ask twice', async () => {
    server.on('/v1/profile/account', failed(400, 'The name is taken.', 'name'))
    const { registry, request } = startRegistry()
    const error = await registry.register(request).catch((reason) => reason)
    expect(error).toMatchObject({ code: 'WALLET_DATA_REFUSED' })
    expect(error.message).toContain('name: The name is taken.')
    server.on('/v1/profile/account', failed(503, 'Down.'))
    await expect(registry.register(request)).rejects.toMatchObject({ code: 'WALLET_DATA_DOWN' })
    server.on('/v1/profile/account', failed(400, 'The timestamp has expired.', 'timestamp'))
    await expect(registry.register(request)).rejects.toThrow(
      'The signature came too late. Try again and confirm in the wallet within ten seconds.',
    )
    expect(server.asked('/v1/profile/account')).toHaveLength(3)
    const declined = startRegistry(() => Promise.reject(new Error('declined')))
    await expect(declined.registry.register(declined.request)).rejects.toThrow('declined')
    expect(server.asked('/v1/profile/account')).toHaveLength(3)
  })
})

describe('the hosted directory', () => {
  it('asks as the contract says and reads wallets', async () => {
    const wallet = {
      id: 'w1',
      name: 'Wallet',
      homepage: 'https://wallet.example',
      image_id: 'i 1',
      order: 3,
      mobile_link: 'wallet://',
      desktop_link: null,
      rdns: 'example.wallet',
      chains: ['eip155:1'],
      badge_type: 'certified',
      injected: [{ namespace: 'eip155', injected_id: 'isWallet' }],
    }
    server.on('/getWallets', { body: { data: [wallet, { id: 1 }], count: 80 } })
    const { kernel } = start({ directory: true })
    const answer = await kernel.get(HostedDirectory).read({
      page: 2,
      search: 'wal',
      badge: 'certified',
      include: ['a', 'b'],
      exclude: [],
      networkIds: ['eip155:1'],
    })
    expect(answer).toEqual({
      count: 80,
      wallets: [
        {
          id: 'w1',
          name: 'Wallet',
          homepage: 'https://wallet.example',
          imageUrl: `${server.url}/getWalletImage/i%201`,
          order: 3,
          mobileLink: 'wallet://',
          rdns: 'example.wallet',
          networkIds: ['eip155:1'],
          isCertified: true,
          injected: [{ namespace: 'eip155', injectedId: 'isWallet' }],
        },
      ],
    })
    const { query } = server.asked('/getWallets')[0]!
    expect(query).toMatchObject({
      page: '2',
      entries: '100',
      search: 'wal',
      badge_type: 'certified',
      include: 'a,b',
      chains: 'eip155:1',
    })
    expect(query).not.toHaveProperty('exclude')
  })

  it('names its own origin for pictures, and those the app adds', () => {
    expect(start({ directory: true }).kernel.get(HostedDirectory).imageOrigins).toEqual([server.url])
    const { kernel } = start({ directory: true, imageOrigins: ['https://pictures.example'] })
    expect(kernel.get(HostedDirectory).imageOrigins).toEqual([server.url, 'https://pictures.example'])
  })

  it('is offered only where the app wants it', () => {
    const { kernel } = start()
    expect(
      [HostedDirectory, AnalyticsSink, NameRegistry].map((token) => kernel.find(token as never)),
    ).toEqual([undefined, undefined, undefined])
  })
})

describe('analytics', () => {
  const event = {
    eventId: '1',
    url: 'https://app.example',
    domain: 'app.example',
    timestamp: 5,
    props: { type: 'track', event: 'MODAL_OPEN', properties: { connected: false } },
  } as const

  const second = { ...event, eventId: '2' }

  it('are sent in the form of the contract, several at once', async () => {
    server.on('/e', { status: 202 })
    server.on('/batch', { status: 202 })
    const { kernel } = start({ analytics: true })
    await kernel.get(AnalyticsSink).send([event])
    await kernel.get(AnalyticsSink).send([event, second])
    expect(server.requests).toMatchObject([
      { method: 'POST', path: '/e', query: { projectId: 'p1', st: 'latchkey' }, body: event },
      { method: 'POST', path: '/batch', body: [event, second] },
    ])
  })

  it('are sent in order one by one where the service takes no lists', async () => {
    server.on('/e', { status: 202 })
    const { kernel } = start({ analytics: true })
    await kernel.get(AnalyticsSink).send([event, second])
    await kernel.get(AnalyticsSink).send([event, second])
    expect(server.requests.map(({ path }) => path)).toEqual(['/batch', '/e', '/e', '/e', '/e'])
    expect(server.asked('/e').map(({ body }) => body)).toEqual([event, second, event, second])
  })

  it('say the status when the origin may not send', async () => {
    server.on('/e', failed(403, 'Origin.'))
    const { kernel } = start({ analytics: true })
    await expect(kernel.get(AnalyticsSink).send([event])).rejects.toMatchObject({
      code: 'HTTP_STATUS',
      status: 403,
    })
    expect(server.asked('/e')).toHaveLength(1)
  })
})

describe('options', () => {
  it.each([
    [{ url: 'ftp://data.example' }],
    [{ url: 'nonsense' }],
    [{ url: 'https://user:pass@data.example' }],
    [{ url: 'https://data.example/?key=1' }],
    [{ url: 'https://data.example', patience: 0 }],
    [{ url: 'https://data.example', nameZone: 'Latchkey' }],
    [{ url: 'https://data.example', imageOrigins: ['https://pictures.example/icons'] }],
    [{ projectId: 'p' }],
  ])('%j are refused at once', (options) => {
    expect(() => walletData(options as never)).toThrowErrorMatchingSnapshot()
  })
})
