// Reads of an instance that has a read replica, which follows for real.
import { createWalletClient, getAddress, http, parseEther } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { artifacts, type EvmStack, startEvm } from '@latchkey/devstack/evm'
import { type Postgres, type PostgresReplica, startPostgres } from '@latchkey/devstack/postgres'
import { localMarket, startWalletData, type WalletData } from './index.js'
import { startFreezingProxy } from './test/freezingProxy.js'
import { createReader } from './test/reader.js'
import { metricsToken, readMetrics } from './test/startInstance.js'

const patience = { timeout: 60_000, interval: 50 }

describe('an instance with a read replica', () => {
  let stack: EvmStack
  let postgres: Postgres
  let replica: PostgresReplica
  let primary: string
  let service: WalletData
  let read: ReturnType<typeof createReader>
  const reported: unknown[] = []

  beforeAll(async () => {
    ;[stack, postgres] = await Promise.all([startEvm(), startPostgres()])
    primary = await postgres.createDatabase('replicated')
    replica = await postgres.startReplica()
    service = await startWalletData({
      ...localMarket,
      metricsToken,
      nodes: [{ namespace: 'eip155', url: stack.url }],
      database: primary,
      replicas: [replica.url('replicated')],
      report: (error) => reported.push(error),
    })
    read = createReader(service.url)
    await service.sync()
  }, 120_000)
  afterAll(async () => {
    await service?.stop()
    await replica?.stop()
    await postgres?.stop()
    await stack?.stop()
  })

  async function counted(kind: string, of = service): Promise<number> {
    const text = await readMetrics(of.url)
    return Number(new RegExp(`replica_reads_total\\{kind="${kind}"\\} (\\d+)`).exec(text)?.[1] ?? 0)
  }
  const bob = () => stack.accounts[1]!.address
  /** Nothing of it is kept by the service. */
  const readOnce = () => read.get(`/v1/account/${bob()}/collectibles`, { chainId: 'eip155:31337' })
  /** How the next reads go, once they go that way. */
  const goesBy = (kind: string) =>
    expect
      .poll(async () => {
        const before = await counted(kind)
        await readOnce()
        return (await counted(kind)) - before
      }, patience)
      .toBeGreaterThan(0)
  const walletOf = () =>
    createWalletClient({
      account: privateKeyToAccount(stack.accounts[0]!.privateKey),
      chain: stack.chain,
      transport: http(stack.url),
    })
  async function send(): Promise<string> {
    const hash = await walletOf().sendTransaction({ to: bob(), value: parseEther('1') })
    await stack.client.waitForTransactionReceipt({ hash })
    await service.sync()
    return hash
  }
  const newest = async () => (await read.history(bob())).data[0]?.id

  it('reads from it, and what has just changed from the primary', async () => {
    await goesBy('used')
    for (let round = 0; round < 5; round += 1) {
      const hash = await send()
      expect(await newest()).toBe(hash)
    }
    await goesBy('used')
    expect(await newest()).toBe(await newest())
  }, 120_000)

  it('reads from the primary while it is behind, and from it again when it is not', async () => {
    await replica.pause()
    const hash = await send()
    await goesBy('passed-over')
    expect(await newest()).toBe(hash)
    await replica.resume()
    await goesBy('used')
    expect(await newest()).toBe(hash)
  }, 120_000)

  it('tells the name and picture of an item that it does not show yet', async () => {
    const { abi, bytecode } = artifacts.localCollectible
    const made = await walletOf().deployContract({ abi, bytecode, args: ['Local Art', 'ART'] })
    const { contractAddress } = await stack.client.waitForTransactionReceipt({ hash: made })
    await service.sync()
    await goesBy('used')
    await replica.pause()
    try {
      const picture = 'data:image/png;base64,AA=='
      const facts = Buffer.from(JSON.stringify({ name: 'Seven', image: picture })).toString('base64')
      const hash = await walletOf().writeContract({
        address: getAddress(contractAddress!),
        abi,
        functionName: 'mint',
        args: [bob(), 7n, `data:application/json;base64,${facts}`],
      })
      await stack.client.waitForTransactionReceipt({ hash })
      await service.sync()
      expect((await read.history(bob())).data[0].transfers[0].nft_info).toMatchObject({
        name: 'Seven',
        content: { preview: { url: picture } },
      })
    } finally {
      await replica.resume()
    }
    await goesBy('used')
  }, 120_000)

  it('goes on when one of two freezes with its connections open, and stops', async () => {
    const frozen = await startFreezingProxy(replica.url('replicated'))
    const told: unknown[] = []
    const two = await startWalletData({
      ...localMarket,
      metricsToken,
      nodes: [{ namespace: 'eip155', url: stack.url }],
      database: primary,
      replicas: [frozen.url, replica.url('replicated')],
      report: (error) => told.push(error),
    })
    try {
      const reader = createReader(two.url)
      const ask = () => reader.get(`/v1/account/${bob()}/collectibles`, { chainId: 'eip155:31337' })
      await expect
        .poll(async () => {
          await ask()
          return counted('used', two)
        }, patience)
        .toBeGreaterThan(3)
      frozen.freeze()
      const answers = await Promise.all(Array.from({ length: 20 }, ask))
      expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1)
      await expect.poll(() => told.map(String), patience).toEqual([expect.stringMatching(/read replica/)])
      await expect
        .poll(async () => {
          const before = await counted('used', two)
          await ask()
          return (await counted('used', two)) - before
        }, patience)
        .toBeGreaterThan(0)
    } finally {
      await two.stop()
      await frozen.stop()
    }
  }, 120_000)

  it('stops while the primary is frozen', async () => {
    const frozen = await startFreezingProxy(primary)
    const service = await startWalletData({
      ...localMarket,
      metricsToken,
      nodes: [{ namespace: 'eip155', url: stack.url }],
      database: frozen.url,
      replicas: [replica.url('replicated')],
      report: () => {},
    })
    const reader = createReader(service.url)
    const ask = () => reader.get(`/v1/account/${bob()}/collectibles`, { chainId: 'eip155:31337' })
    await expect
      .poll(async () => {
        await ask()
        return counted('used', service)
      }, patience)
      .toBeGreaterThan(0)
    frozen.freeze()
    await service.stop()
    await frozen.stop()
  }, 120_000)

  it('reads from the primary when it is gone, and tells once', async () => {
    await goesBy('used')
    await replica.stop()
    const answers = await Promise.all(Array.from({ length: 20 }, readOnce))
    expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1)
    const hash = await send()
    expect(await newest()).toBe(hash)
    await goesBy('passed-over')
    expect(reported.map(String)).toEqual([
      expect.stringMatching(/^Error: The read replica postgres:.*The primary is read until it's back\.$/),
    ])
  }, 120_000)

  it('has none on the embedded database', async () => {
    const nodes = [{ namespace: 'eip155', url: stack.url }] as const
    await expect(startWalletData({ nodes, replicas: ['postgres://127.0.0.1:1/x'] })).rejects.toMatchObject({
      code: 'INVALID_OPTION',
      message:
        'replicas: only a PostgreSQL has read replicas. Pass its address as "database", or leave them out.',
    })
  })
})
