// The hooks on a page, over a wallet that writes down what it is asked.
import { Connector, definePlugin } from '@latchkey/kernel/plugin'
import { Session } from '@latchkey/kernel/wallet'
import { fakeAccount, fakeWallet } from '@latchkey/kernel/testing'
import { createKernel, type Kernel, memoryStorage } from '@latchkey/kernel'
import { useAccount } from '@latchkey/ui-react'
import { drawHook } from '@latchkey/ui-react/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { eip155 } from '../eip155.js'
import * as entry from './index.js'
import { useSignTypedData } from './useSignTypedData.js'
import { usePublicClient } from './usePublicClient.js'
import { useWalletClient } from './useWalletClient.js'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const signature = `0x${'11'.repeat(65)}`

const chain = (id: number) => ({
  id,
  name: `Chain ${id}`,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [`https://node-${id}.example`] } },
})

const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
  vi.unstubAllGlobals()
})

/** A page that shows what a hook returns. `now` is the newest, `seen` is all of it. */
async function drawn<T>(useIt: () => T) {
  const asked: { method: string; params?: unknown }[] = []
  const provider = {
    async request(request: { method: string; params?: unknown }) {
      asked.push(request)
      return request.method === 'eth_chainId' ? '0x1' : signature
    },
  }
  const wallet = fakeWallet({
    accounts: [fakeAccount('eip155:1', alice)],
    networks: { eip155: 'eip155:1' },
    provider: () => provider,
    answers: { connect: 'approve', disconnect: 'approve' },
  })
  const kernel = createKernel(
    [
      eip155({ networks: [chain(1), chain(10)], batch: false }),
      definePlugin({
        id: 'test.wallet',
        kernel: '^1.0.0',
        setup: (context) => void context.add(Connector, wallet.connector),
      }),
    ],
    { storage: memoryStorage(), logLevel: 'silent' },
  )
  const { seen, now, unmount } = drawHook(kernel, useIt)
  stops.push(unmount, () => kernel.dispose())
  await kernel.start()
  await vi.waitFor(() => expect(seen.length).toBeGreaterThan(0))
  const until = (holds: (value: T) => void) => vi.waitFor(() => holds(now()), 20_000)
  return { kernel, wallet, asked, seen, until, now }
}

const connect = (kernel: Kernel) => kernel.get(Session).connect({ connectorId: 'fake.wallet' })

it('exports these names and no others', () => {
  expect(Object.keys(entry).sort()).toEqual(['usePublicClient', 'useSignTypedData', 'useWalletClient'])
})

const useBoth = () => ({ ...useWalletClient(), address: useAccount({ namespace: 'eip155' }).address })

describe('useWalletClient', () => {
  it('is viem’s client of the connected account, on its network, over its provider', async () => {
    const { kernel, asked, now, until } = await drawn(useBoth)
    expect(now()).toMatchObject({ status: 'disconnected', client: undefined, error: undefined })
    await connect(kernel)
    await until(({ status }) => expect(status).toBe('success'))
    const { client } = now()
    expect(client?.account.address).toBe(alice)
    expect(client?.chain.id).toBe(1)
    expect(await client?.signMessage({ message: 'Hello' })).toBe(signature)
    expect(asked).toEqual([{ method: 'personal_sign', params: ['0x48656c6c6f', alice] }])
  })

  it('is never the client of another account, network or wallet than the one that is shown', async () => {
    const { kernel, wallet, seen, until } = await drawn(useBoth)
    await connect(kernel)
    await until(({ client }) => expect(client?.account.address).toBe(alice))
    wallet.report({ accounts: [fakeAccount('eip155:1', bob)] })
    await until(({ client }) => expect(client?.account.address).toBe(bob))
    wallet.report({ networks: { eip155: 'eip155:10' } })
    await until(({ client }) => expect(client?.chain.id).toBe(10))
    await kernel.get(Session).disconnect()
    await until(({ status }) => expect(status).toBe('disconnected'))
    const mixed = seen.filter(({ client, address }) => client && client.account.address !== address)
    expect(mixed).toEqual([])
  })

  it('says that the app does not list the network, and is there again after the wallet came back', async () => {
    const { kernel, wallet, until } = await drawn(useBoth)
    await connect(kernel)
    wallet.report({ networks: { eip155: 'eip155:424242' } })
    await until(({ error }) => expect(error?.code).toBe('NETWORK_NOT_FOUND'))
    wallet.report({ networks: { eip155: 'eip155:1' } })
    await until(({ status }) => expect(status).toBe('success'))
  })
})

describe('usePublicClient', () => {
  it('reads from the app’s own endpoints, without a wallet', async () => {
    const urls: string[] = []
    vi.stubGlobal('fetch', async (input: Request | string, init?: RequestInit) => {
      const request = new Request(input, init)
      urls.push(request.url)
      const { id } = (await request.json()) as { id: number }
      return Response.json({ jsonrpc: '2.0', id, result: '0x2a' })
    })
    const { now, until } = await drawn(() => usePublicClient())
    await until(({ status }) => expect(status).toBe('success'))
    expect(await now().client?.getBlockNumber()).toBe(42n)
    expect(urls).toEqual(['https://node-1.example/'])
  })

  it('is of the network that is named', async () => {
    const { now, until } = await drawn(() => usePublicClient({ networkId: 'eip155:10' }))
    await until(({ status }) => expect(status).toBe('success'))
    expect(now().client?.chain.id).toBe(10)
  })

  it('says that the app does not list a network', async () => {
    const { until } = await drawn(() => usePublicClient({ networkId: 'eip155:424242' }))
    await until(({ error }) => expect(error?.code).toBe('NETWORK_NOT_FOUND'))
  })
})

describe('useSignTypedData', () => {
  const typedData = {
    domain: { name: 'Shop', chainId: 1 },
    types: { Order: [{ name: 'item', type: 'string' }] },
    primaryType: 'Order',
    message: { item: 'Tea' },
  }

  it('asks the wallet, and fails before it does when the data does not fit its types', async () => {
    const { kernel, asked, now } = await drawn(() => useSignTypedData())
    expect(await now().run({ typedData })).toBeUndefined()
    await vi.waitFor(() => expect(now().state.error?.code).toBe('CONNECTION_NOT_FOUND'))
    await connect(kernel)
    expect(await now().run({ typedData })).toMatchObject({ signature, type: 'eip712' })
    expect(asked.map(({ method }) => method)).toContain('eth_signTypedData_v4')

    asked.length = 0
    await now().run({ typedData: { ...typedData, message: { item: 'Tea', extra: 'not named' } } })
    await vi.waitFor(() => expect(now().state.error?.code).toBe('TYPED_DATA_INVALID'))
    expect(asked).toEqual([])
  })
})
