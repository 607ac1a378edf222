// The plugin in a kernel, as a host uses it, with real wallets on a real chain and an event target for the page.
import { setMaxListeners } from 'node:events'
import { type EvmStack, startEvm } from '../../../devstack/src/evm/index.js'
import { type ConnectorContribution, definePlugin, Connector, Namespace } from '@latchkey/kernel/plugin'
import { findCapability, SignMessage } from '@latchkey/kernel/contracts'
import { NativeBalances, Networks, Session } from '@latchkey/kernel/wallet'
import { createKernel, type KernelOptions, memoryStorage } from '@latchkey/kernel'
import {
  createEvmTestWallet,
  type EvmTestWallet,
  type EvmTestWalletOptions,
} from '../../../testkit/src/evm/index.js'
import { getBlockNumber } from 'viem/actions'
import { verifyMessage, type Hex } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { networkIdOf } from '../test/support.js'
import { announcedId } from './discover/announcedId.js'
import { eip155, type Eip155Options } from './eip155.js'
import { Eip155Client } from './clients.js'
import { Eip155Provider } from './provider.js'

let stack: EvmStack
let other: EvmStack
beforeAll(async () => {
  ;[stack, other] = await Promise.all([startEvm(), startEvm({ chainId: 31338 })])
})
afterAll(() => Promise.all([stack?.stop(), other?.stop()]))

const announced = announcedId(createEvmTestWallet().info)
const stops: (() => void | Promise<void>)[] = []
let page: EventTarget & { ethereum?: unknown }
beforeEach(() => {
  page = new EventTarget()
  setMaxListeners(0, page)
  vi.stubGlobal('window', page)
})
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
  vi.unstubAllGlobals()
})

function addWallet(options: EvmTestWalletOptions = {}): EvmTestWallet {
  const wallet = createEvmTestWallet({
    chains: [stack, other].map(({ chainId, url }) => ({ chainId, rpcUrl: url })),
    accounts: stack.accounts.slice(0, 2).map(({ privateKey }) => privateKey),
    ...options,
  })
  stops.push(wallet.announce())
  return wallet
}

async function startKernel(
  options: Partial<Eip155Options> = {},
  kernelOptions: KernelOptions = {},
  more: Parameters<typeof createKernel>[0] = [],
) {
  const networks = [stack.chain, other.chain]
  const kernel = createKernel([...more, eip155({ networks, ...options })], {
    storage: memoryStorage(),
    logLevel: 'silent',
    onPluginError: 'throw',
    ...kernelOptions,
  })
  stops.push(() => kernel.dispose())
  await kernel.start()
  return kernel
}

const idsOf = (kernel: ReturnType<typeof createKernel>) => kernel.list(Connector).map(({ id }) => id)
const listeners = (wallet: EvmTestWallet) =>
  ['accountsChanged', 'chainChanged', 'disconnect'].reduce(
    (sum, event) => sum + wallet.control.listenerCount(event),
    0,
  )

describe('a session', () => {
  it('connects, shows the balance, switches, signs, survives a reload and ends', async () => {
    const wallet = addWallet()
    const storage = memoryStorage()
    const kernel = await startKernel({}, { storage })
    const session = kernel.get(Session)
    await session.connect({ connectorId: announced })
    const account = session.activeAccount('eip155')!
    expect(account.address).toBe(stack.accounts[0]!.address)
    expect(await session.provider(Eip155Provider)?.request({ method: 'eth_accounts' })).toEqual(
      await wallet.provider.request({ method: 'eth_accounts' }),
    )

    await kernel.get(NativeBalances).refresh(networkIdOf(stack), account.address)
    expect(kernel.get(NativeBalances).get(networkIdOf(stack), account.address)).toMatchObject({
      status: 'success',
      amount: { value: 10_000n * 10n ** 18n, symbol: 'ETH' },
    })

    await kernel.get(Networks).switch(networkIdOf(other))
    expect(kernel.get(Networks).active()?.id).toBe('eip155:31338')
    expect(wallet.control.requests.at(-1)?.method).toBe('wallet_switchEthereumChain')

    const [namespace] = kernel.list(Namespace)
    const signer = findCapability(namespace!.capabilities, SignMessage)!
    const { signature } = await signer.sign({
      account,
      networkId: networkIdOf(other),
      provider: session.provider(Eip155Provider),
      message: 'Hello',
    })
    const address = account.address as Hex
    expect(await verifyMessage({ address, message: 'Hello', signature: signature as Hex })).toBe(true)

    await kernel.dispose()
    expect(listeners(wallet)).toBe(0)
    const asked = wallet.control.requests.length
    const again = await startKernel({}, { storage })
    await vi.waitFor(() => expect(again.get(Session).activeAccount('eip155')?.address).toBe(address))
    expect(again.get(Networks).active()?.id).toBe('eip155:31338')
    expect(wallet.control.requests.slice(asked).map(({ method }) => method)).toEqual([
      'eth_accounts',
      'eth_chainId',
    ])

    await again.get(Session).disconnect()
    expect(again.get(Session).state.connections).toEqual([])
    expect(listeners(wallet)).toBe(0)
  })

  it('offers a client for each listed network', async () => {
    const kernel = await startKernel()
    const client = await kernel.get(Eip155Client).client(networkIdOf(stack))
    expect(await getBlockNumber(client)).toBeGreaterThan(0n)
    expect(await kernel.get(Eip155Client).client(networkIdOf(stack))).toBe(client)
  })
})

describe('discovery', () => {
  it('finds wallets that announce before, at once and late', async () => {
    const early = addWallet({ rdns: 'com.early' })
    const kernel = await startKernel()
    expect(idsOf(kernel)).toContain(announcedId(early.info))
    const late = addWallet({ rdns: 'com.late' })
    await vi.waitFor(() => expect(idsOf(kernel)).toContain(announcedId(late.info)))
  })

  it('tells the shell once of wallets that come together', async () => {
    for (let index = 0; index < 50; index += 1) addWallet({ rdns: `com.wallet${index}` })
    const kernel = createKernel([eip155({ networks: [stack.chain] })], { logLevel: 'silent' })
    stops.push(() => kernel.dispose())
    const seen = new Set<number>()
    kernel.subscribe(() => queueMicrotask(() => seen.add(kernel.list(Connector).length)))
    await kernel.start()
    expect([...seen].filter((count) => count > 1)).toEqual([51])
  })

  it('offers one wallet once, however often it announces', async () => {
    const wallet = addWallet()
    const kernel = await startKernel()
    const detail = { info: { ...wallet.info, uuid: 'another' }, provider: wallet.provider }
    page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
    page.dispatchEvent(new Event('eip6963:requestProvider'))
    await Promise.resolve()
    expect(idsOf(kernel).filter((id) => id.startsWith('eip155.announced'))).toEqual([announced])
  })

  it('offers two installs of one wallet, with ids that outlive a reload', async () => {
    addWallet()
    const second = addWallet({ name: 'Second' })
    const kernel = await startKernel()
    expect(idsOf(kernel).filter((id) => id.startsWith('eip155.announced'))).toEqual([
      announced,
      announcedId(second.info),
    ])
  })

  it('leaves out excluded wallets and those that another plugin configures', async () => {
    addWallet({ rdns: 'com.one' })
    addWallet({ rdns: 'com.two', name: 'Two' })
    addWallet({ rdns: 'com.three' })
    const configured: ConnectorContribution = {
      id: 'example.three',
      name: 'Three',
      group: 'external',
      namespaces: ['eip155'],
      rdns: 'com.Three',
      readiness: () => 'installed',
      connect: () => Promise.reject(new Error('unused')),
    }
    const plugin = definePlugin({
      id: 'example',
      kernel: '^1.0.0',
      setup: (context) => void context.add(Connector, configured),
    })
    const kernel = await startKernel({ exclude: { rdns: ['COM.ONE'], names: ['two'] } }, {}, [plugin])
    expect(idsOf(kernel)).toEqual(['example.three', 'eip155.injected'])
  })

  it('can be turned off', async () => {
    addWallet()
    expect(idsOf(await startKernel({ discovery: false, injected: false }))).toEqual([])
  })

  it('stops with the kernel', async () => {
    const kernel = await startKernel()
    await kernel.dispose()
    addWallet()
    await Promise.resolve()
    expect(idsOf(kernel)).toEqual([])
  })
})

describe('Browser Wallet', () => {
  const injected = (kernel: ReturnType<typeof createKernel>) =>
    kernel.list(Connector).find(({ id }) => id === 'eip155.injected')

  it('is what an unannounced wallet is offered as', async () => {
    const wallet = createEvmTestWallet({
      chains: [{ chainId: stack.chainId, rpcUrl: stack.url }],
      accounts: [stack.accounts[0]!.privateKey],
    })
    page.ethereum = wallet.provider
    const kernel = await startKernel()
    expect(injected(kernel)).toMatchObject({
      name: 'Browser Wallet',
      label: { section: 'connect', key: 'browserWallet', text: 'Browser Wallet' },
      group: 'injected',
    })
    expect(injected(kernel)?.readiness()).toBe('installed')
    await kernel.get(Session).connect({ connectorId: 'eip155.injected' })
    expect(kernel.get(Session).activeAccount('eip155')?.address).toBe(stack.accounts[0]!.address)
  })

  it('is missing without a wallet', async () => {
    const kernel = await startKernel()
    expect(injected(kernel)?.readiness()).toBe('missing')
    await expect(kernel.get(Session).connect({ connectorId: 'eip155.injected' })).rejects.toMatchObject({
      code: 'WALLET_NOT_FOUND',
      shortMessage: 'Browser Wallet was not found on this page. Install or enable it, then reload.',
    })
  })

  it('is not offered when an announced wallet is the same', async () => {
    page.ethereum = addWallet().provider
    const kernel = await startKernel()
    expect(idsOf(kernel)).toEqual([announced])
  })

  it('goes when the wallet puts itself on the page after it announced', async () => {
    const wallet = addWallet()
    const kernel = await startKernel()
    expect(injected(kernel)).toBeDefined()
    page.ethereum = wallet.provider
    page.dispatchEvent(new Event('ethereum#initialized'))
    expect(injected(kernel)).toBeUndefined()
  })

  it('is not offered when the host excludes it', async () => {
    const kernel = await startKernel({ exclude: { names: ['browser wallet'] } })
    expect(injected(kernel)).toBeUndefined()
  })

  it('is taken up after a reload although it appears late', async () => {
    const storage = memoryStorage()
    const wallet = createEvmTestWallet({
      chains: [{ chainId: stack.chainId, rpcUrl: stack.url }],
      accounts: [stack.accounts[0]!.privateKey],
    })
    page.ethereum = wallet.provider
    const kernel = await startKernel({}, { storage })
    await kernel.get(Session).connect({ connectorId: 'eip155.injected' })
    await kernel.dispose()
    delete page.ethereum
    const again = createKernel([eip155({ networks: [stack.chain] })], { storage, logLevel: 'silent' })
    stops.push(() => again.dispose())
    void again.start()
    await vi.waitFor(() => expect(again.get(Session).state.namespaces['eip155']?.status).toBe('reconnecting'))
    page.ethereum = wallet.provider
    await vi.waitFor(() => {
      page.dispatchEvent(new Event('ethereum#initialized'))
      expect(again.get(Session).state.namespaces['eip155']?.status).toBe('connected')
    })
  })

  it('survives a page whose window.ethereum throws', async () => {
    Object.defineProperty(page, 'ethereum', {
      get() {
        throw new Error('hostile')
      },
    })
    const kernel = await startKernel()
    expect(injected(kernel)?.readiness()).toBe('missing')
  })
})

it('is set up and started without a page, and touches none', async () => {
  vi.unstubAllGlobals()
  const kernel = createKernel([eip155({ networks: [stack.chain] })], { onPluginError: 'throw' })
  expect(kernel.state.plugins['eip155']?.phase).toBe('ready')
  await kernel.start()
  expect(kernel.state.plugins['eip155']?.phase).toBe('started')
  expect(idsOf(kernel)).toEqual([])
  await kernel.dispose()
})

it('keeps two kernels on one page apart', async () => {
  const wallet = addWallet()
  const first = await startKernel({}, { id: 'first' })
  const second = await startKernel({}, { id: 'second' })
  await first.get(Session).connect({ connectorId: announced })
  await second.get(Session).connect({ connectorId: announced })
  expect(listeners(wallet)).toBe(6)
  await first.dispose()
  expect(listeners(wallet)).toBe(3)
  wallet.control.switchAccount(stack.accounts[1]!.address)
  expect(second.get(Session).activeAccount('eip155')?.address).toBe(stack.accounts[1]!.address)
})
