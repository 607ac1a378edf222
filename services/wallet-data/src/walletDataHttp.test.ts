import { randomUUID } from 'node:crypto'
import { wallets as facts } from './directory/wallets.js'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ServiceSetupError } from '@latchkey/service-kit'
import { type EvmStack, startEvm } from '@latchkey/devstack/evm'
import { createWalletClient, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { localMarket, startWalletData, type WalletData, type WalletDataOptions } from './index.js'
import { createReader } from './test/reader.js'
import { type Postgres, startPostgres } from '@latchkey/devstack/postgres'

const listed = facts.filter(({ closed }) => !closed)

const someone = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const balanceOf = (values: Record<string, string> = {}) =>
  `/v1/account/${someone}/balance?${new URLSearchParams({ projectId: 'test', currency: 'usd', ...values })}`

describe('the HTTP side of wallet data', () => {
  let stack: EvmStack
  const running: WalletData[] = []

  beforeAll(async () => {
    stack = await startEvm()
  }, 120_000)

  afterEach(async () => {
    for (const service of running.splice(0)) await service.stop()
  })

  afterAll(() => stack?.stop())

  async function start(options: Omit<WalletDataOptions, 'nodes'> = {}) {
    const service = await startWalletData({
      ...localMarket,
      nodes: [{ namespace: 'eip155', url: stack.url }],
      ...options,
    })
    running.push(service)
    return { service, read: createReader(service.url) }
  }

  it('lets pages of any origin ask, with the headers of the contract, and read how long to wait', async () => {
    const { read } = await start({ faults: { balance: { status: 429, retryAfterSeconds: 7 } } })
    const origin = 'https://app.example'
    const preflight = await read.raw('/v1/fungible/price', {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,x-sdk-type',
      },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
    expect(preflight.headers.get('access-control-allow-headers')).toMatch(/content-type.*x-sdk-version/)
    const failed = await read.raw(balanceOf(), { headers: { origin } })
    expect(failed.status).toBe(429)
    expect(failed.headers.get('access-control-allow-origin')).toBe('*')
    expect(failed.headers.get('access-control-expose-headers')).toBe('retry-after')
    expect(failed.headers.get('retry-after')).toBe('7')
  })

  it.each([
    ['no project', `/v1/account/${someone}/balance?currency=usd`, 401, 'projectId'],
    ['no currency', `/v1/account/${someone}/balance?projectId=x`, 400, 'currency'],
    ['another currency', balanceOf({ currency: 'chf' }), 400, 'currency'],
    ['a network that is not served', balanceOf({ chainId: 'eip155:1' }), 400, 'chainId'],
    ['what is no network', balanceOf({ chainId: "1' or 1=1" }), 400, 'chainId'],
    ['what is no address', '/v1/account/0x12/balance?projectId=x&currency=usd', 400, 'address'],
    ['a parameter given twice', `${balanceOf()}&currency=eur`, 400, 'currency'],
    ['a token of another network', balanceOf({ forceUpdate: `eip155:1:${someone}` }), 400, 'chainId'],
    ['what is no address of a token', balanceOf({ forceUpdate: someone }), 400, 'forceUpdate'],
    ['what is no token', balanceOf({ forceUpdate: `eip155:31337:${someone}` }), 400, 'forceUpdate'],
    [
      'too many tokens',
      balanceOf({ forceUpdate: Array(21).fill(`eip155:31337:${someone}`).join() }),
      400,
      'forceUpdate',
    ],
    ['a cursor of somebody else', `/v1/account/${someone}/history?projectId=x&cursor=abc`, 400, 'cursor'],
    ['history of purchases', `/v1/account/${someone}/history?projectId=x&onramp=coinbase`, 400, 'onramp'],
    ['a page of nothing', '/getWallets?projectId=x&page=0', 400, 'page'],
    ['too long a page', '/getWallets?projectId=x&entries=101', 400, 'entries'],
    ['a cache of their own', `/v1/identity/${someone}?projectId=x&useCache=false`, 400, 'useCache'],
    ['what is no route', '/v1/portfolio', 404, ''],
  ])('refuses %s with its place in the error table', async (_what, path, status, field) => {
    const { read } = await start()
    const answer = await read.raw(path)
    expect(answer.body).toEqual({
      status: 'FAILED',
      reasons: [{ field, description: expect.stringMatching(/./) }],
    })
    expect(answer.status).toBe(status)
  })

  it('refuses bodies that are too large, are not JSON, or ask for too much', async () => {
    const { read } = await start()
    const post = (body: string) => read.raw('/v1/fungible/price', { method: 'POST', body })
    expect((await post('x'.repeat(70_000))).status).toBe(413)
    expect((await post('{')).status).toBe(422)
    expect((await post('{"projectId":"x","currency":"usd","addresses":[]}')).status).toBe(422)
    const addresses = Array(101).fill('eip155:31337')
    expect((await post(JSON.stringify({ projectId: 'x', currency: 'usd', addresses }))).status).toBe(422)
  })

  describe.each(['the embedded database', 'PostgreSQL'])('what no database can keep, on %s', (kind) => {
    let postgres: Postgres | undefined
    beforeAll(async () => {
      postgres = kind === 'PostgreSQL' ? await startPostgres() : undefined
    }, 120_000)
    afterAll(() => postgres?.stop())

    const cursorOf = (place: unknown) => Buffer.from(JSON.stringify(place)).toString('base64url')
    const history = (place: unknown) => `/v1/account/${someone}/history?projectId=x&cursor=${cursorOf(place)}`
    const owned = (place: unknown) =>
      `/v1/account/${someone}/collectibles?projectId=x&chainId=eip155:31337&cursor=${cursorOf(place)}`
    const event = (properties: string) =>
      `{"eventId":"5e0a2f0e-6d5d-4e0c-8a51-0d3ac8a3a0f1","url":"","domain":"","timestamp":1,"props":{"type":"t","event":"e","properties":${properties}}}`
    const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

    it('is refused and is no failure of the service', async () => {
      const database = await postgres?.createDatabase('refusing')
      const reported: unknown[] = []
      const report = (error: unknown) => reported.push(error)
      const { read } = await start({ report, ...(database ? { database } : {}) })
      const paths = [
        history([1, 1, 2 ** 31, 'eip155:31337', '0x']),
        history([1, 1, 1, 'eip155:31337\0', '0x']),
        history([1, 1, 1, 'eip155:31337', '\0']),
        owned(['eip155:31337\0', '0x', '1']),
        owned(['eip155:31337', '\0', '1']),
        owned(['eip155:31337', '0x', '\0']),
        balanceOf({ projectId: 'a\0b' }),
        '/v1/profile/account/a%00b.latchkey.id?projectId=x',
        '/v1/profile/suggestions/a%00b?projectId=x',
        '/getWallets?projectId=x&search=%00',
      ]
      for (const path of paths) expect([path, (await read.raw(path)).status]).toEqual([path, 400])
      for (const depth of [33, 10_000, 40_000]) {
        const answer = await read.raw('/e?projectId=x', { method: 'POST', body: event(nested(depth)) })
        expect([answer.status, answer.body.reasons[0].field]).toEqual([400, 'body'])
      }
      const nul = await read.raw('/e?projectId=%00', { method: 'POST', body: event('{}') })
      expect(nul.status).toBe(400)
      const fine = await read.raw('/e?projectId=x', { method: 'POST', body: event(nested(20)) })
      expect(fine.status).toBe(202)
      expect(reported).toEqual([])
    })
  })

  it('shows metrics to whoever has the token, and to nobody where there is none', async () => {
    const metricsToken = 'token-of-those-who-watch'
    const told = await start({ metricsToken })
    const statusOf = async ({ read }: typeof told, authorization?: string) =>
      (await read.raw('/metrics', authorization === undefined ? {} : { headers: { authorization } })).status
    expect(await statusOf(told)).toBe(404)
    expect(await statusOf(told, 'Bearer another-token')).toBe(404)
    expect(await statusOf(await start({}), 'Bearer undefined')).toBe(404)
    const answer = await fetch(`${told.service.url}/metrics`, {
      headers: { authorization: `Bearer ${metricsToken}` },
    })
    expect(await answer.text()).toContain('process_cpu_seconds_total')
    await expect(start({ metricsToken: 'short' })).rejects.toMatchObject({ code: 'INVALID_OPTION' })
  })

  it('answers the projects it was told of and no other', async () => {
    const { read } = await start({ projects: ['known'] })
    expect((await read.raw(balanceOf({ projectId: 'known' }))).status).toBe(200)
    expect((await read.raw(balanceOf({ projectId: 'other' }))).status).toBe(401)
  })

  it('limits each route and client, says how long to wait, and lets in again after it', async () => {
    let now = Date.now()
    const { read } = await start({
      rateLimit: { capacity: 3, refillPerSecond: 0.5 },
      trustProxy: true,
      now: () => now,
    })
    const ask = (client: string) => read.raw(balanceOf(), { headers: { 'x-forwarded-for': client } })
    for (let count = 0; count < 3; count++) expect((await ask('10.0.0.1')).status).toBe(200)
    const refused = await ask('10.0.0.1')
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('2')
    expect((await ask('10.0.0.2')).status).toBe(200)
    expect((await read.raw('/health', { headers: { 'x-forwarded-for': '10.0.0.1' } })).status).toBe(200)
    now += 2000
    expect((await ask('10.0.0.1')).status).toBe(200)
  })

  it.each([
    ['one proxy', true],
    ['two proxies', 2],
  ] as const)(
    'takes the client from what %s added, never from what it claims itself',
    async (_, trustProxy) => {
      const { read } = await start({ rateLimit: { capacity: 3, refillPerSecond: 0.001 }, trustProxy })
      const added = trustProxy === 2 ? ['203.0.113.7', '10.0.0.1'] : ['203.0.113.7']
      const statuses: number[] = []
      for (const claim of ['1.1.1.1', '2.2.2.2', '3.3.3.3, 4.4.4.4', 'x', '']) {
        const header = [...(claim === '' ? [] : [claim]), ...added].join(', ')
        statuses.push((await read.raw(balanceOf(), { headers: { 'x-forwarded-for': header } })).status)
      }
      expect(statuses).toEqual([200, 200, 200, 429, 429])
      const other = [...added.with(0, '203.0.113.8')].join(', ')
      expect((await read.raw(balanceOf(), { headers: { 'x-forwarded-for': other } })).status).toBe(200)
    },
  )

  it.each([
    ['whose proxy writes the port', (index: number) => `203.0.113.9:${50_000 + index}`],
    ['of IPv6 whose proxy writes the port', (index: number) => `[2001:db8:1:2::9]:${50_000 + index}`],
    ['with the many addresses of one IPv6 connection', (index: number) => `2001:db8:1:3::${index}`],
    [
      'of IPv4 that is written as IPv6 now and then',
      (index: number) => `${index % 2 ? '::ffff:' : ''}203.0.113.10`,
    ],
  ])('counts a client %s as one', async (_, addressOf) => {
    const { read } = await start({ rateLimit: { capacity: 2, refillPerSecond: 0.001 }, trustProxy: true })
    const statuses: number[] = []
    for (let index = 0; index < 4; index += 1) {
      const headers = { 'x-forwarded-for': addressOf(index) }
      statuses.push((await read.raw(balanceOf(), { headers })).status)
    }
    expect(statuses).toEqual([200, 200, 429, 429])
  })

  it('counts a client by its connection where no proxy is trusted, or none said an address', async () => {
    for (const trustProxy of [false, true, 3]) {
      const { read } = await start({ rateLimit: { capacity: 2, refillPerSecond: 0.001 }, trustProxy })
      const statuses: number[] = []
      for (const claim of trustProxy === true
        ? ['x', 'unknown', '_hidden']
        : ['1.1.1.1', '2.2.2.2', '3.3.3.3']) {
        statuses.push((await read.raw(balanceOf(), { headers: { 'x-forwarded-for': claim } })).status)
      }
      expect(statuses).toEqual([200, 200, 429])
    }
  })

  it('ends a project at its quota, until the next day, and leaves exempt networks out', async () => {
    let now = Date.UTC(2026, 0, 1, 23, 59, 0)
    const { read } = await start({ quota: 2, now: () => now })
    for (let count = 0; count < 2; count++) expect((await read.raw(balanceOf())).status).toBe(200)
    const refused = await read.raw(balanceOf())
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('60')
    expect(refused.body.reasons[0].description).toContain('quota of 2 requests a day')
    now += 60_000
    expect((await read.raw(balanceOf())).status).toBe(200)
    const exempt = await start({ quota: 1, quotaExemptNetworks: ['eip155:31337'] })
    for (let count = 0; count < 3; count++) expect((await exempt.read.raw(balanceOf())).status).toBe(200)
  })

  it('fails as it is switched to, as often as it is switched to', async () => {
    const { service, read } = await start()
    service.setFaults({ balance: { status: 503, times: 2 }, all: { status: 500 } })
    expect((await read.raw(balanceOf())).status).toBe(503)
    expect((await read.raw('/getWallets?projectId=x')).status).toBe(500)
    expect((await read.raw(balanceOf())).status).toBe(503)
    expect((await read.raw(balanceOf())).status).toBe(200)
    service.setFaults({})
    expect((await read.raw('/getWallets?projectId=x')).status).toBe(200)
  })

  it('waits as long as it is switched to', async () => {
    const { service, read } = await start()
    service.setFaults({ wallets: { delayMilliseconds: 300_000 } })
    const patience = AbortSignal.timeout(200)
    await expect(read.raw('/getWallets?projectId=x', { signal: patience })).rejects.toThrow(
      /aborted|timeout/i,
    )
    expect((await read.raw('/health')).status).toBe(200)
  })

  it('answers 503 when its node is away, with a sentence and no inside', async () => {
    const other = await startEvm({ chainId: 31339 })
    const reported: unknown[] = []
    const service = await startWalletData({
      ...localMarket,
      nodes: [{ namespace: 'eip155', url: other.url }],
      report: (error) => reported.push(error),
    })
    running.push(service)
    await other.stop()
    const read = createReader(service.url)
    const answer = await read.raw(balanceOf())
    expect(answer.status).toBe(503)
    expect(answer.body).toEqual({
      status: 'FAILED',
      reasons: [{ field: '', description: 'The balance on eip155:31339 is unavailable. Try again later.' }],
    })
    expect(reported).toHaveLength(1)
    await expect.poll(async () => (await read.get('/health')).networks[0].hasProblem).toBe(true)
    expect(service.states()[0]?.problem).toContain(other.url)
    expect(JSON.stringify(await read.get('/health'))).not.toContain(other.url)
    expect((await read.history(someone)).data).toBeInstanceOf(Array)
  })

  it('keeps an answer for address, networks and currency, each of which makes another one', async () => {
    const { read, service } = await start()
    await service.sync()
    const price = async (values: Record<string, string>) =>
      (await read.balance(someone, { currency: 'usd', ...values })).balances[0].price
    expect(await price({})).toBe(4000)
    expect(await price({ currency: 'eur' })).toBe(3600)
    expect(await price({ currency: 'btc', chainId: 'eip155:31337' })).toBe(0.04)
    expect(await price({})).toBe(4000)
  })

  it('reads the named tokens again on the chain', async () => {
    const { read, service } = await start({ pollMilliseconds: 3_600_000 })
    await service.sync()
    await expect.poll(() => service.states()[0]?.isCaughtUp).toBe(true)
    const { address } = stack.tokens.gold
    const held = async (values: Record<string, string>) => {
      const { balances } = await read.balance(someone, { currency: 'usd', ...values })
      return balances.find((one: any) => one.symbol === 'LGLD')?.quantity.numeric
    }
    const before = await held({})
    const data =
      `0xa9059cbb${'11'.repeat(20).padStart(64, '0')}${(10n ** 18n).toString(16).padStart(64, '0')}` as const
    await stack.client.impersonateAccount({ address: someone })
    await stack.client.sendTransaction({ account: someone, to: address, data })
    await stack.client.stopImpersonatingAccount({ address: someone })
    expect(await held({})).toBe(before)
    const coin = 'eip155:31337:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
    const forceUpdate = `eip155:31337:${address},${coin}`
    expect(await held({ forceUpdate })).toBe(String(Number(before) - 1))
    // What the index holds is what blocks say.
    expect(await held({})).toBe(before)
  })

  it('serves the directory of wallets in pages, by name, id, network and badge', async () => {
    const { read } = await start({ certifiedWallets: ['metamask'] })
    const ask = (values: Record<string, string>) => read.get('/getWallets', values)
    const first = await ask({ page: '1', entries: '40' })
    const second = await ask({ page: '2', entries: '40' })
    expect(first.data).toHaveLength(40)
    expect(first.count).toBe(listed.length)
    expect(second.data).toHaveLength(40)
    expect(new Set([...first.data, ...second.data].map((one: any) => one.id)).size).toBe(80)
    const [metamask] = (await ask({ search: 'metaMASK' })).data
    expect(metamask).toMatchObject({
      id: 'metamask',
      name: 'MetaMask',
      rdns: 'io.metamask',
      badge_type: 'certified',
    })
    expect((await ask({ badge_type: 'certified' })).count).toBe(1)
    expect((await ask({ include: 'metamask,phantom' })).count).toBe(2)
    expect((await ask({ exclude: 'metamask' })).count).toBe(listed.length - 1)
    const polkadot = await ask({ chains: 'polkadot:91b171bb158e2d3848fa23a9f1c25182', entries: '100' })
    expect(polkadot.count).toBeGreaterThan(0)
    expect(
      polkadot.data.every((one: any) => one.chains.some((id: string) => id.startsWith('polkadot:'))),
    ).toBe(true)
  })

  const event = (eventId: string, name = 'MODAL_OPEN') => ({
    eventId,
    url: 'https://app.example/',
    domain: 'app.example',
    timestamp: 1_790_000_000_000,
    props: { type: 'track', event: name, properties: { connected: true } },
  })

  it('keeps analytics events once, alone and in batches, and shows them on the port for tests', async () => {
    const { service, read } = await start({ adminPort: 0 })
    const one = event('1f0c0a5e-98a4-4c8e-8b1c-0d0a1b2c3d4e')
    const two = event('2f0c0a5e-98a4-4c8e-8b1c-0d0a1b2c3d4e', 'MODAL_CLOSE')
    await read.post('/e?projectId=test', one)
    await read.post('/e?projectId=test', one)
    await read.post('/batch?projectId=test', [one, two])
    const admin = createReader(service.adminUrl!)
    const kept = await admin.get('/events')
    expect(kept.map((known: any) => known.eventId).toSorted()).toEqual([one.eventId, two.eventId])
    expect(kept).toContainEqual(two)
    expect(await read.get('/getAnalyticsConfig')).toEqual({ isAnalyticsEnabled: true })
    const broken = { ...one, eventId: 'no uuid' }
    await expect(read.post('/e?projectId=test', broken)).rejects.toThrow(/^422/)
  })

  it('keeps so many analytics events, the newest, and none that is very long', async () => {
    let now = Date.UTC(2026, 10, 30)
    const { service, read } = await start({ adminPort: 0, analyticsKept: 10, now: () => now })
    const sent: string[] = []
    for (let count = 0; count < 30; count += 1) {
      now += 1
      const one = event(randomUUID())
      sent.push(one.eventId)
      await read.post('/e?projectId=test', one)
    }
    const kept = await createReader(service.adminUrl!).get('/events')
    expect(kept.map((known: any) => known.eventId)).toEqual(sent.slice(-10).toReversed())
    const long = event(randomUUID())
    const properties = { text: 'x'.repeat(20_000) }
    const answer = read.post('/e?projectId=test', { ...long, props: { ...long.props, properties } })
    await expect(answer).rejects.toThrow(/^400/)
  })

  it('answers no project whose id is very long', async () => {
    const { read } = await start({})
    expect((await read.raw(balanceOf({ projectId: 'x'.repeat(128) }))).status).toBe(200)
    expect((await read.raw(balanceOf({ projectId: 'x'.repeat(129) }))).status).toBe(401)
  })

  it('refuses analytics of an origin that may not send', async () => {
    const { read } = await start({ analyticsOrigins: ['https://app.example'] })
    const body = JSON.stringify(event('3f0c0a5e-98a4-4c8e-8b1c-0d0a1b2c3d4e'))
    const send = (origin: string) =>
      read.raw('/e?projectId=test', { method: 'POST', body, headers: { origin } })
    expect((await send('https://app.example')).status).toBe(202)
    expect((await send('https://evil.example')).status).toBe(403)
  })

  it('is switched through the port for tests, which no page in a browser can reach', async () => {
    const { service, read } = await start({ adminPort: 0 })
    const admin = createReader(service.adminUrl!)
    const put = (headers: Record<string, string>) =>
      fetch(`${service.adminUrl}/faults`, { method: 'PUT', headers, body: '{"wallets":{"status":503}}' })
    expect((await put({ 'content-type': 'text/plain' })).status).toBe(415)
    expect((await read.raw('/getWallets?projectId=x')).status).toBe(200)
    const done = await put({ 'content-type': 'application/json' })
    expect(done.headers.get('access-control-allow-origin')).toBeNull()
    expect((await read.raw('/getWallets?projectId=x')).status).toBe(503)
    expect((await admin.get('/state')).faults).toEqual({ wallets: { status: 503 } })
    expect((await admin.post('/sync', {})).networks[0].isCaughtUp).toBe(true)
    const asName = await new Promise<number | undefined>((resolve, reject) => {
      const headers = { host: 'evil.example' }
      request(`${service.adminUrl}/state`, { headers }, (answer) => resolve(answer.resume().statusCode))
        .on('error', reject)
        .end()
    })
    expect(asName).toBe(403)
  })

  it('lets a second server answer from what the first one reads', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-two-'))
    const database = join(folder, 'shared.db')
    const { service } = await start({ database })
    await service.sync()
    const second = await startWalletData({
      ...localMarket,
      nodes: [{ namespace: 'eip155', url: stack.url, isFollowed: false }],
      database,
    })
    try {
      const read = createReader(second.url)
      const before = await read.history(someone)
      expect(before.data.length).toBeGreaterThan(0)
      const hash = await createWalletClient({
        account: privateKeyToAccount(stack.accounts[0]!.privateKey),
        chain: stack.chain,
        transport: http(stack.url),
      }).sendTransaction({ to: stack.accounts[1]!.address, value: 1n })
      await stack.client.waitForTransactionReceipt({ hash })
      await service.sync()
      // Nobody told it, and it answered the same question a moment ago.
      expect((await read.history(someone)).data[0].id).toBe(hash)
      expect((await read.get('/health')).networks).toEqual([])
    } finally {
      await second.stop()
      await service.stop()
      await rm(folder, { recursive: true })
    }
  })

  it('says what is wrong when it cannot start', async () => {
    const closed = 'http://127.0.0.1:1'
    const { service } = await start()
    const taken = Number(new URL(service.url).port)
    const failing: readonly (() => Promise<unknown>)[] = [
      () => startWalletData({ ...localMarket, nodes: [{ namespace: 'eip155', url: closed }] }),
      () => startWalletData({ ...localMarket, nodes: [{ namespace: 'solana', url: closed }] }),
      () => startWalletData({ ...localMarket, nodes: [{ namespace: 'bip122', url: closed }] }),
      () => startWalletData({ ...localMarket, nodes: [{ namespace: 'polkadot', url: 'ws://127.0.0.1:1' }] }),
      () => startWalletData({ nodes: [], database: '/nowhere/at/all.db' }),
      () => startWalletData({ nodes: [], database: 'postgres://someone:secret@127.0.0.1:1/none' }),
      () => startWalletData({ nodes: [], port: taken }),
    ]
    const sentences = await Promise.all(
      failing.map((begin) =>
        begin().then(
          () => 'It started.',
          (error: ServiceSetupError) => `${error.code}: ${error.message}`,
        ),
      ),
    )
    expect(sentences.map((sentence) => sentence.replaceAll(String(taken), '<taken>'))).toMatchSnapshot()
  })

  it('tells which networks it serves', async () => {
    const { read } = await start()
    expect(await read.get('/v1/supported-chains')).toEqual({ http: ['eip155:31337'], ws: [] })
  })
})
