// Instances as processes of their own over one PostgreSQL and one Redis.
import { createWalletClient, erc20Abi, http, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type EvmStack, startEvm } from '@latchkey/devstack/evm'
import { type Postgres, startPostgres } from '@latchkey/devstack/postgres'
import { type Redis, startRedis } from '@latchkey/devstack/redis'
import { openDatabase } from './database/openDatabase.js'
import { localMarket } from './index.js'
import { routes } from './routes/routes.js'
import { type Instance, startInstance } from './test/startInstance.js'

const usd = 'projectId=test&currency=usd'
const patience = { timeout: 60_000, interval: 50 }

interface Ask {
  readonly path: string
  readonly body?: unknown
}

describe('two instances', () => {
  let stack: EvmStack
  let postgres: Postgres
  let redis: Redis
  const running: Instance[] = []
  let databases = 0

  beforeAll(async () => {
    ;[stack, postgres, redis] = await Promise.all([startEvm(), startPostgres(), startRedis()])
  }, 120_000)
  afterEach(async () => {
    await Promise.all(running.splice(0).map((one) => one.kill()))
  })
  afterAll(async () => {
    await redis?.stop()
    await postgres?.stop()
    await stack?.stop()
  })

  async function startTwo(): Promise<readonly [Instance, Instance]> {
    databases += 1
    const database = await postgres.createDatabase(`instances_${databases}`)
    const settings = {
      ...localMarket,
      nodes: [{ namespace: 'eip155', url: stack.url }],
      rateLimit: { capacity: 1_000_000, refillPerSecond: 1_000_000 },
    }
    // At once, on an empty database: both want to make its tables.
    const start = () => startInstance({ settings, database, redis: redis.url })
    const two = await Promise.all([start(), start()])
    running.push(...two)
    return two
  }

  async function ask({ url }: Instance, { path, body }: Ask): Promise<string> {
    const answer = await fetch(`${url}${path}`, {
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      headers: { 'content-type': 'application/json', origin: 'https://app.example' },
    })
    const headers = ['content-type', 'access-control-allow-origin', 'retry-after'].map((name) =>
      answer.headers.get(name),
    )
    return JSON.stringify([answer.status, headers, await answer.text()])
  }

  /** The chain mines a block for each transaction: who waits for the next block, as viem does, may wait for ever. */
  const mined = (hash: Hex) =>
    expect
      .poll(() => stack.client.getTransactionReceipt({ hash }).catch(() => undefined), patience)
      .toMatchObject({ status: 'success' })

  async function send(count: number): Promise<readonly Hex[]> {
    const wallet = createWalletClient({
      account: privateKeyToAccount(stack.accounts[0]!.privateKey),
      chain: stack.chain,
      transport: http(stack.url),
    })
    const hashes: Hex[] = []
    for (let index = 0; index < count; index += 1) {
      const hash = await wallet.writeContract({
        address: stack.tokens.usd.address,
        abi: erc20Abi,
        functionName: 'transfer',
        args: [stack.accounts[1]!.address, BigInt(index + 1)],
      })
      await mined(hash)
      hashes.push(hash)
    }
    return hashes
  }

  const tip = () => stack.client.getBlockNumber({ cacheTime: 0 })
  const isCaughtUp = async (one: Instance) => {
    const { networks } = (await (await fetch(`${one.url}/health`)).json()) as {
      networks: { height?: number; isCaughtUp: boolean }[]
    }
    const height = Number(await tip())
    return networks.length === 1 && networks.every((each) => each.isCaughtUp && each.height === height)
  }
  const caughtUp = (one: Instance) => expect.poll(() => isCaughtUp(one), patience).toBe(true)
  const indexing = (instances: readonly Instance[]) =>
    Promise.all(instances.map((one) => one.metric('latchkey_indexing')))

  /** Something for every route, what is refused as well. */
  function everything(): readonly Ask[] {
    const account = stack.accounts[0]!.address
    const token = `eip155:31337:${stack.tokens.usd.address}`
    return [
      ...stack.accounts
        .slice(0, 4)
        .flatMap(({ address }) => [
          { path: `/v1/account/${address}/balance?${usd}` },
          { path: `/v1/account/${address}/history?projectId=test` },
          { path: `/v1/account/${address}/collectibles?projectId=test&chainId=eip155:31337` },
          { path: `/v1/identity/${address}?projectId=test` },
        ]),
      { path: `/v1/account/${account}/balance?${usd}&forceUpdate=${token}` },
      { path: `/v1/account/${account}/balance?projectId=test&currency=chf` },
      { path: `/v1/account/${account}/identity?projectId=test` },
      {
        path: '/v1/profile/account',
        body: { coin_type: 60, address: account, message: '{}', signature: '0x' },
      },
      { path: '/v1/profile/account/one.latchkey.id/attributes', body: {} },
      { path: '/v1/profile/account/one.latchkey.id/address', body: {} },
      { path: '/v1/profile/account/one.latchkey.id?projectId=test' },
      { path: `/v1/profile/reverse/${account}?projectId=test&apiVersion=2` },
      { path: '/v1/profile/suggestions/one?projectId=test' },
      {
        path: '/v1/fungible/price',
        body: { projectId: 'test', currency: 'eur', addresses: ['eip155:31337', token] },
      },
      { path: '/v1/convert/tokens?projectId=test&chainId=eip155:31337' },
      { path: `/v1/convert/quotes?projectId=test&amount=1&from=${token}&to=${token}` },
      { path: `/v1/convert/allowance?projectId=test&tokenAddress=${token}&userAddress=${account}` },
      { path: `/v1/convert/build-approve?projectId=test&from=${token}&to=${token}` },
      { path: '/v1/convert/build-transaction', body: { projectId: 'test' } },
      { path: '/v1/convert/gas-price?projectId=test&chainId=eip155:31337' },
      { path: '/v1/onramp/buy/options?projectId=test&country=US' },
      { path: '/v1/onramp/buy/quotes?projectId=test&purchaseCurrency=ETH' },
      { path: '/getWallets?projectId=test&page=2&entries=10' },
      { path: '/e?projectId=test', body: [] },
      { path: '/batch?projectId=test', body: { what: 'no event' } },
      { path: '/getAnalyticsConfig?projectId=test' },
      { path: '/health' },
      { path: '/ready' },
      { path: '/v1/supported-chains?projectId=test' },
    ]
  }

  it('answer every route as one, byte for byte, under load and while one is killed', async () => {
    const two = await startTwo()
    await send(30)
    for (const one of two) await caughtUp(one)
    const asks = everything()
    const unasked = routes.filter(({ path, method }) => {
      const form = new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`)
      return !asks.some((one) => form.test(one.path.split('?')[0]!) && (one.body ? 'post' : 'get') === method)
    })
    expect(unasked.map(({ path }) => path)).toEqual([])
    const expected = await Promise.all(asks.map((one) => ask(two[0], one)))
    expect(await Promise.all(asks.map((one) => ask(two[1], one)))).toEqual(expected)

    let isKilled = false
    let afterKill = 0
    let refused = 0
    /** A page that asks the next instance when one doesn't answer. */
    async function visit(start: number): Promise<void> {
      for (let round = 0; afterKill < 400; round += 1) {
        const index = (start * 7 + round) % asks.length
        const order = round % 2 === 0 ? two : two.toReversed()
        const answer = await ask(order[0]!, asks[index]!).catch(() => {
          refused += 1
          return ask(order[1]!, asks[index]!)
        })
        expect([asks[index]!.path, answer]).toEqual([asks[index]!.path, expected[index]])
        if (isKilled) afterKill += 1
        if (round === 40 && start === 0) {
          await two[0].kill()
          isKilled = true
        }
      }
    }
    await Promise.all([0, 1, 2, 3].map(visit))
    expect(refused).toBeGreaterThan(0)
  }, 240_000)

  it('read the chains one at a time; when that one is killed the other goes on, and nothing is lost or twice', async () => {
    const two = await startTwo()
    await expect.poll(() => indexing(two), patience).toContain(1)
    expect(await indexing(two)).toEqual(expect.arrayContaining([0, 1]))
    const sent = [...(await send(20))]
    const isFirst = (await two[0].metric('latchkey_indexing')) === 1
    const [holder, other] = isFirst ? two : two.toReversed()
    await caughtUp(other!)
    const sending = send(20)
    await holder!.kill()
    sent.push(...(await sending))
    await expect.poll(() => other!.metric('latchkey_indexing'), patience).toBe(1)
    await caughtUp(other!)
    const path = `/v1/account/${stack.accounts[0]!.address}/history?projectId=test`
    const { data } = (await (await fetch(`${other!.url}${path}`)).json()) as { data: { id: string }[] }
    expect(data.slice(0, sent.length).map(({ id }) => id)).toEqual(sent.toReversed())
  }, 240_000)

  it('make the tables once when several start on an empty database', async () => {
    const target = await postgres.createDatabase('several')
    const opened = await Promise.all(Array.from({ length: 5 }, () => openDatabase(target)))
    const tables = await opened[0]!.writes.introspection.getTables()
    await Promise.all(opened.map((one) => one.close()))
    expect(tables.map(({ name }) => name)).toContain('index_state')
  }, 120_000)
})
