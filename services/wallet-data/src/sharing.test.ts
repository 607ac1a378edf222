// What instances of one PostgreSQL and one Redis have in common, and what they do without the latter.
import { createWalletClient, http, parseEther } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type EvmStack, startEvm } from '@latchkey/devstack/evm'
import { type Postgres, startPostgres } from '@latchkey/devstack/postgres'
import { type Redis, startRedis } from '@latchkey/devstack/redis'
import { localMarket, startWalletData, type WalletData, type WalletDataOptions } from './index.js'
import { startFreezingProxy } from './test/freezingProxy.js'
import { createReader } from './test/reader.js'
import { metricsToken, readMetrics } from './test/startInstance.js'

const patience = { timeout: 60_000, interval: 50 }

describe('instances of one database', () => {
  let stack: EvmStack
  let postgres: Postgres
  let database: string
  const running: WalletData[] = []
  const reported: unknown[] = []
  let databases = 0

  beforeAll(async () => {
    ;[stack, postgres] = await Promise.all([startEvm(), startPostgres()])
  }, 120_000)
  afterEach(async () => {
    for (const one of running.splice(0)) await one.stop()
    reported.length = 0
  })
  afterAll(async () => {
    await postgres?.stop()
    await stack?.stop()
  })

  async function startTwo(options: Partial<WalletDataOptions> = {}) {
    databases += 1
    database = await postgres.createDatabase(`sharing_${databases}`)
    const start = async () => {
      const service = await startWalletData({
        ...localMarket,
        nodes: [{ namespace: 'eip155', url: stack.url }],
        database,
        metricsToken,
        report: (error) => reported.push(error),
        ...options,
      })
      running.push(service)
      return { service, read: createReader(service.url) }
    }
    return [await start(), await start()] as const
  }
  type Started = Awaited<ReturnType<typeof startTwo>>[number]

  const statusOf = async ({ read }: Started, path = '/v1/supported-chains') => (await read.raw(path)).status
  async function metric({ service }: Started, name: string): Promise<number> {
    const text = await readMetrics(service.url)
    return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1])
  }

  async function send(): Promise<string> {
    const wallet = createWalletClient({
      account: privateKeyToAccount(stack.accounts[0]!.privateKey),
      chain: stack.chain,
      transport: http(stack.url),
    })
    const hash = await wallet.sendTransaction({ to: stack.accounts[1]!.address, value: parseEther('1') })
    await stack.client.waitForTransactionReceipt({ hash })
    return hash
  }

  it('whose primary freezes say so, and stop', async () => {
    const proxy = await startFreezingProxy(await postgres.createDatabase('freezing'))
    try {
      const service = await startWalletData({
        ...localMarket,
        nodes: [{ namespace: 'eip155', url: stack.url }],
        database: proxy.url,
        report: () => {},
      })
      running.push(service)
      await service.sync()
      proxy.freeze()
      const statusAt = async (path: string) => (await fetch(`${service.url}${path}`)).status
      expect(await Promise.all(['/health', '/ready'].map(statusAt))).toEqual([200, 503])
      // Questions that wait for it hold nothing up either.
      const asked = Array.from({ length: 12 }, () =>
        statusAt(`/v1/account/${stack.accounts[1]!.address}/history`).catch(() => 0),
      )
      await service.stop()
      await Promise.all(asked)
    } finally {
      await proxy.stop()
    }
  }, 120_000)

  describe('with one Redis', () => {
    let redis: Redis
    beforeAll(async () => {
      redis = await startRedis()
    }, 60_000)
    afterAll(() => redis?.stop())

    it('count rates together, and no more comes through than one would let through', async () => {
      const two = await startTwo({ redis: redis.url, rateLimit: { capacity: 20, refillPerSecond: 0.001 } })
      const statuses = await Promise.all(Array.from({ length: 60 }, (_, index) => statusOf(two[index % 2]!)))
      expect(statuses.filter((status) => status === 200)).toHaveLength(20)
      expect(statuses.filter((status) => status === 429)).toHaveLength(40)
      const refused = await two[1].read.raw('/v1/supported-chains')
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(900)
    })

    it('give a twentieth of a large limit before they ask, and no more than that above it', async () => {
      const two = await startTwo({ redis: redis.url, rateLimit: { capacity: 400, refillPerSecond: 0.001 } })
      const statuses: number[] = []
      for (let round = 0; round < 12; round += 1) {
        const asked = Array.from({ length: 50 }, (_, index) =>
          statusOf(two[index % 2]!, '/getAnalyticsConfig?projectId=a'),
        )
        statuses.push(...(await Promise.all(asked)))
      }
      const passed = statuses.filter((status) => status === 200).length
      expect(passed).toBeGreaterThanOrEqual(400)
      expect(passed).toBeLessThanOrEqual(400 + 2 * 20)
      for (const one of two) {
        await expect.poll(() => statusOf(one, '/getAnalyticsConfig?projectId=a'), patience).toBe(429)
      }
    })

    it('let no more than the whole limit of its own through, each, while Redis hangs', async () => {
      const proxy = await startFreezingProxy(redis.url)
      try {
        const rateLimit = { capacity: 400, refillPerSecond: 0.001 }
        const [one] = await startTwo({ redis: proxy.url, rateLimit })
        proxy.freeze()
        const began = performance.now()
        let passed = 0
        // Long enough for Redis to be asked again several times.
        await expect
          .poll(async () => {
            const asked = Array.from({ length: 50 }, () => statusOf(one, '/getAnalyticsConfig?projectId=a'))
            passed += (await Promise.all(asked)).filter((status) => status === 200).length
            return passed >= 400 && performance.now() - began > 9_000
          }, patience)
          .toBe(true)
        // The twentieth that was given before anything was known of it.
        expect(passed).toBeLessThanOrEqual(400 + 20)
      } finally {
        await proxy.stop()
      }
    }, 120_000)

    it('count the quota of a project together', async () => {
      const two = await startTwo({ redis: redis.url, quota: 10 })
      const path = `/v1/account/${stack.accounts[0]!.address}/history?projectId=metered`
      const statuses: number[] = []
      for (let index = 0; index < 14; index += 1) statuses.push(await statusOf(two[index % 2]!, path))
      expect(statuses).toEqual([...Array(10).fill(200), ...Array(4).fill(429)])
    })

    it('give the same answer about a name, and the new one once it has changed', async () => {
      const [one, other] = await startTwo({ redis: redis.url })
      const account = privateKeyToAccount(stack.accounts[3]!.privateKey)
      const path = `/v1/identity/${account.address}`
      const times: unknown[] = [await one.read.get(path), await other.read.get(path)]
      expect(times).toEqual([{}, {}])
      const name = `shared-${databases}.latchkey.id`
      const message = JSON.stringify({ name, timestamp: Math.floor(Date.now() / 1000) })
      await one.read.post('/v1/profile/account', {
        coin_type: (0x80000000 | 31337) >>> 0,
        address: account.address,
        message,
        signature: await account.signMessage({ message }),
      })
      expect(await one.read.get(path)).toMatchObject({ name })
      await expect.poll(() => other.read.get(path), patience).toMatchObject({ name })
      expect(await other.read.get(path)).toEqual(await other.read.get(path))
    })
  })

  it('go on when Redis dies, each with the whole limit of its own, tell of it, and count together again', async () => {
    const redis = await startRedis()
    const two = await startTwo({
      redis: redis.url,
      rateLimit: { capacity: 20, refillPerSecond: 0.001 },
      quota: 8,
    })
    const path = `/v1/account/${stack.accounts[0]!.address}/history?projectId=metered`
    for (let index = 0; index < 6; index += 1) expect(await statusOf(two[index % 2]!, path)).toBe(200)
    await redis.stop()
    const perInstance = async (one: Started) => {
      const statuses = await Promise.all(Array.from({ length: 30 }, () => statusOf(one)))
      return statuses.filter((status) => status === 200).length
    }
    expect(await Promise.all(two.map(perInstance))).toEqual([20, 20])
    // Six were counted together, and this one was told of the fifth: the count isn't begun again.
    const quota: number[] = []
    for (let index = 0; index < 4; index += 1) quota.push(await statusOf(two[0], path))
    expect(quota).toEqual([200, 200, 200, 429])
    expect(await metric(two[0], 'latchkey_redis_failures_total')).toBeGreaterThan(0)
    expect(reported.map(String)).toEqual([
      expect.stringMatching(/^Error: Redis at redis:.* is away/),
      expect.stringMatching(/^Error: Redis at redis:.* is away/),
    ])
    const back = await startRedis({ port: Number(new URL(redis.url).port) })
    try {
      const prices = `/v1/convert/gas-price?projectId=a&chainId=eip155:31337`
      await expect
        .poll(async () => {
          const before = await metric(two[0], 'latchkey_redis_failures_total')
          await statusOf(two[0], prices)
          return (await metric(two[0], 'latchkey_redis_failures_total')) - before
        }, patience)
        .toBe(0)
    } finally {
      await back.stop()
    }
  }, 120_000)

  it('forget what they keep when the one that reads the chain finds more', async () => {
    const [one, other] = await startTwo()
    await Promise.all([one.service.sync(), other.service.sync()])
    const [, bob] = stack.accounts
    const histories = () =>
      Promise.all([one, other].map(({ read }) => read.history(bob!.address).then(({ data }: any) => data)))
    const before = await histories()
    expect(before[0]).toEqual(before[1])
    const hash = await send()
    await other.service.sync()
    await expect
      .poll(async () => (await histories()).map((data) => data[0]?.id), patience)
      .toEqual([hash, hash])
    await expect.poll(() => other.service.states(), patience).toEqual(one.service.states())
  })

  it('tell when they can not hear each other, and hear again', async () => {
    const [one, other] = await startTwo()
    await expect.poll(() => metric(one, 'latchkey_indexing'), patience).toBe(1)
    await expect.poll(() => metric(other, 'latchkey_hearing'), patience).toBe(1)
    const bob = stack.accounts[1]!.address
    await other.read.history(bob)
    await postgres.endConnections()
    const told = () =>
      reported.filter((error) => /connection to PostgreSQL on which .* was lost/.test(String(error)))
    // One that was made anew while the others ended is lost, too.
    await expect.poll(() => told().length, patience).toBeGreaterThanOrEqual(2)
    await expect.poll(() => metric(other, 'latchkey_hearing'), patience).toBe(1)
    const hash = await send()
    await other.service.sync()
    await expect.poll(async () => (await other.read.history(bob)).data[0].id, patience).toBe(hash)
    expect(await statusOf(one, '/ready')).toBe(200)
  })

  it('end calmly: what is asked is answered, and the load balancer hears it first', async () => {
    const [one, other] = await startTwo({ drainMilliseconds: 1_000 })
    await expect.poll(() => metric(one, 'latchkey_indexing'), patience).toBe(1)
    expect(await statusOf(one, '/ready')).toBe(200)
    one.service.setFaults({ wallets: { delayMilliseconds: 2_500 } })
    const slow = one.read.raw('/getWallets?projectId=test')
    await expect.poll(() => metric(one, 'latchkey_routes_total\\{kind="wallets"\\}'), patience).toBe(1)
    const stopped = one.service.stop()
    const { status, body } = await one.read.raw('/ready')
    expect([status, body.reasons[0].description]).toEqual([
      503,
      'This instance is unavailable. Try again later.',
    ])
    expect(await statusOf(one)).toBe(200)
    expect((await slow).status).toBe(200)
    await stopped
    await expect(fetch(one.service.url)).rejects.toThrow()
    await expect.poll(() => metric(other, 'latchkey_indexing'), patience).toBe(1)
  })
})
