// The client against the reference service over a local chain: what a person sees while the service comes and goes.
import { type EvmStack, startEvm } from '@latchkey/devstack/evm'
import { localMarket, startWalletData, type WalletData } from '@latchkey/service-wallet-data'
import { createKernel, memoryStorage } from '@latchkey/kernel'
import type { Clock, NetworkId } from '@latchkey/kernel/plugin'
import { fakeClock } from '@latchkey/kernel/testing'
import { Activity, Holdings, NameRegistry, Names } from '@latchkey/kernel/contracts'
import { eip155 } from '@latchkey/plugin-eip155'
import { createEvmTestWallet } from '@latchkey/testkit/evm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ServiceOptions } from './options.js'
import { AnalyticsSink } from './tokens/analyticsSink.js'
import { HostedDirectory } from './tokens/hostedDirectory.js'
import { walletData } from './walletData.js'

const networkId: NetworkId = 'eip155:31337'
let stack: EvmStack
let service: WalletData
beforeAll(async () => {
  stack = await startEvm()
  service = await startWalletData({ ...localMarket, nodes: [{ namespace: 'eip155', url: stack.url }] })
  await service.sync()
}, 120_000)
afterAll(async () => {
  await service?.stop()
  await stack?.stop()
})
afterEach(() => service.setFaults({}))

function start(options: Partial<ServiceOptions> = {}, clock?: Clock) {
  const kernel = createKernel(
    [
      eip155({ networks: [stack.chain] }),
      walletData({ url: service.url, projectId: 'reference', nameZone: 'latchkey.id', ...options }),
    ],
    { storage: memoryStorage(), logLevel: 'silent', onPluginError: 'throw', ...(clock ? { clock } : {}) },
  )
  return { kernel, holdings: kernel.get(Holdings), activity: kernel.get(Activity), names: kernel.get(Names) }
}

const signerOf = (index: number) => {
  const { address, privateKey } = stack.accounts[index]!
  const { provider } = createEvmTestWallet({
    chains: [{ chainId: stack.chainId, rpcUrl: stack.url }],
    accounts: [privateKey],
    permitted: true,
  })
  return {
    address,
    sign: async (message: string) => {
      const request = {
        method: 'personal_sign',
        params: [`0x${Buffer.from(message).toString('hex')}`, address],
      }
      return { signature: String(await provider.request(request as never)), type: 'eip191' }
    },
    account: { id: `${networkId}:${address}`, namespace: 'eip155', address, kind: 'eoa' } as const,
  }
}

describe('a service that comes and goes', () => {
  it('is replaced by the chain when it is killed in mid-flow, and found again when it is back', async () => {
    const own = await startWalletData({ ...localMarket, nodes: [{ namespace: 'eip155', url: stack.url }] })
    await own.sync()
    const port = Number(new URL(own.url).port)
    const { holdings, activity } = start({ url: own.url })
    const { address } = stack.accounts[0]!
    const read = async () => {
      const [held, done] = await Promise.all([
        holdings.read({ networkId, address, fresh: true }),
        activity.read({ networkId, address, limit: 7 }),
      ])
      expect(held.holdings[0]?.amount.value).toBe(await stack.balanceOf(address))
      return [held.source, held.problems.map(({ code }) => code), done.source]
    }
    expect(await read()).toEqual(['service', [], 'service'])
    await own.stop()
    // The first page of activity is young and stays.
    expect(await read()).toEqual(['chain', ['WALLET_DATA_UNREACHABLE'], 'service'])
    const back = await startWalletData({
      ...localMarket,
      nodes: [{ namespace: 'eip155', url: stack.url }],
      port,
    })
    await back.sync()
    expect(await read()).toEqual(['service', [], 'service'])
    await back.stop()
  })

  it.each([
    [{ status: 503 }, 'WALLET_DATA_DOWN'],
    [{ status: 500 }, 'WALLET_DATA_DOWN'],
    [{ status: 429 }, 'WALLET_DATA_BUSY'],
    [{ status: 403 }, 'WALLET_DATA_ORIGIN_FORBIDDEN'],
  ] as const)('answers %j: the chain stands in for what is held, done and named', async (fault, code) => {
    const { holdings, activity, names } = start()
    const { alice } = stack.names
    const request = { networkId, address: alice.address }
    service.setFaults({ all: fault })
    const [held, done, identity] = await Promise.all([
      holdings.read(request),
      activity.read(request),
      names.lookup(request),
    ])
    expect([held.source, held.problems[0]?.code]).toEqual(['chain', code])
    expect([done.source, done.problems?.[0]?.code]).toEqual(['chain', code])
    expect(identity).toEqual({ name: alice.name, avatar: alice.avatar })
    service.setFaults({})
    expect((await holdings.read(request)).source).toBe('service')
    expect((await activity.read(request)).source).toBe('service')
  })

  it('is waited for when it says when to come back', async () => {
    const { holdings } = start()
    service.setFaults({ balance: { status: 429, retryAfterSeconds: 1, times: 1 } })
    const answer = await holdings.read({ networkId, address: stack.accounts[1]!.address })
    expect([answer.source, answer.problems]).toEqual(['service', []])
  })

  it('hangs: the chain stands in', async () => {
    const { holdings } = start({ patience: 300 })
    service.setFaults({ all: { delayMilliseconds: 600_000 } })
    const answer = await holdings.read({ networkId, address: stack.accounts[1]!.address })
    expect([answer.source, answer.problems[0]?.code]).toEqual(['chain', 'WALLET_DATA_SLOW'])
  })
})

describe('names of the registry', () => {
  it('are suggested, taken with a signature, and found both ways', async () => {
    const { kernel, names } = start()
    const registry = kernel.get(NameRegistry)
    const { address, account, sign } = signerOf(3)
    const name = 'nora.latchkey.id'
    expect(await registry.suggest('nora')).toContainEqual({ name, isRegistered: false })
    expect(await names.lookup({ networkId, address })).toEqual({})
    await registry.register({ name, networkId, account, sign })
    expect(await registry.owned(address)).toEqual([name])
    expect(await registry.suggest('nora')).toContainEqual({ name, isRegistered: true })
    expect(await names.resolve({ networkId, name: 'NORA.latchkey.id' })).toBe(address)
    expect(await names.lookup({ networkId, address })).toEqual({ name })
    const again = registry.register({
      name,
      networkId,
      account: signerOf(4).account,
      sign: signerOf(4).sign,
    })
    await expect(again).rejects.toMatchObject({ code: 'WALLET_DATA_REFUSED' })
  })

  it('cannot be taken with the signature of somebody else', async () => {
    const { kernel } = start()
    const [{ account }, { sign }] = [signerOf(4), signerOf(5)]
    const registering = kernel
      .get(NameRegistry)
      .register({ name: 'stolen.latchkey.id', networkId, account, sign })
    await expect(registering).rejects.toMatchObject({ code: 'WALLET_DATA_SIGNATURE_REFUSED' })
  })

  it('cannot be taken with a signature that came too late', async () => {
    // The page's clock stands still in 2023.
    const { kernel } = start({}, fakeClock())
    const { account, sign } = signerOf(4)
    const registering = kernel
      .get(NameRegistry)
      .register({ name: 'late.latchkey.id', networkId, account, sign })
    await expect(registering).rejects.toMatchObject({ code: 'REGISTRY_SIGNATURE_LATE' })
  })
})

describe('what the service offers besides', () => {
  it('is a list of wallets', async () => {
    const directory = start({ directory: true }).kernel.get(HostedDirectory)
    const first = await directory.read({ page: 1, entries: 5 })
    const second = await directory.read({ page: 2, entries: 5 })
    expect(first.wallets).toHaveLength(5)
    expect(first.count).toBe(second.count)
    const ids = [...first.wallets, ...second.wallets].map(({ id }) => id)
    expect(new Set(ids).size).toBe(10)
    const { wallets } = await directory.read({ page: 1, search: first.wallets[0]!.name })
    expect(wallets.map(({ name }) => name)).toContain(first.wallets[0]!.name)
  })

  it('is a place for analytics, one or several events at once', async () => {
    const sink = start({ analytics: true }).kernel.get(AnalyticsSink)
    const event = () => ({
      eventId: crypto.randomUUID(),
      url: 'https://app.example/',
      domain: 'app.example',
      timestamp: Date.now(),
      props: { type: 'track', event: 'MODAL_OPEN', properties: { connected: false } } as const,
    })
    await sink.send([event()])
    await sink.send([event(), event()])
    const wrong = { ...event(), eventId: 'no uuid' }
    await expect(sink.send([wrong])).rejects.toMatchObject({ code: 'HTTP_STATUS', status: 422 })
  })
})
