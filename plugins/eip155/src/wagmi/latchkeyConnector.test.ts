// wagmi's own state and actions over a kernel with a real wallet on real chains.
import { setMaxListeners } from 'node:events'
import { type EvmStack, startEvm } from '../../../../devstack/src/evm/index.js'
import { ConnectRoute, Navigation, Networks, Session } from '@latchkey/kernel/wallet'
import { createKernel, type Kernel, memoryStorage } from '@latchkey/kernel'
import {
  createEvmTestWallet,
  type EvmTestWallet,
  type EvmTestWalletOptions,
} from '../../../../testkit/src/evm/index.js'
import {
  connect,
  createConfig,
  disconnect,
  getAccount,
  http,
  reconnect,
  signMessage,
  switchChain,
} from '@wagmi/core'
import { type Chain, verifyMessage } from 'viem'
import { sendTransaction } from '@wagmi/core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { networkIdOf } from '../../test/support.js'
import { announcedId } from '../discover/announcedId.js'
import { eip155 } from '../eip155.js'
import { latchkeyConnector } from './latchkeyConnector.js'

let stack: EvmStack
let other: EvmStack
beforeAll(async () => {
  ;[stack, other] = await Promise.all([startEvm(), startEvm({ chainId: 31338 })])
})
afterAll(() => Promise.all([stack?.stop(), other?.stop()]))

const announced = announcedId(createEvmTestWallet().info)
const stops: (() => unknown)[] = []
beforeEach(() => {
  const page = new EventTarget()
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
    exposeAllAccounts: true,
    ...options,
  })
  stops.push(wallet.announce())
  return wallet
}

function makeKernel(storage = memoryStorage()): Kernel {
  const networks = [stack.chain, other.chain]
  const kernel = createKernel([eip155({ networks })], { storage, logLevel: 'silent', onPluginError: 'throw' })
  stops.push(() => kernel.dispose())
  return kernel
}

const chainOf = ({ chain, url }: EvmStack): Chain => ({ ...chain, rpcUrls: { default: { http: [url] } } })

function makeConfig(kernel: Kernel) {
  return createConfig({
    chains: [chainOf(stack), chainOf(other)],
    connectors: [latchkeyConnector(kernel)],
    multiInjectedProviderDiscovery: false,
    storage: null,
    transports: { [stack.chainId]: http(stack.url), [other.chainId]: http(other.url) },
  })
}

async function started() {
  const wallet = addWallet()
  const kernel = makeKernel()
  const config = makeConfig(kernel)
  await kernel.start()
  return { wallet, kernel, config, connector: config.connectors[0]! }
}

describe('a wallet that is connected in the modal', () => {
  it('is the one wagmi signs and sends with, follows, and loses', async () => {
    const { kernel, config } = await started()
    expect(getAccount(config).status).toBe('disconnected')
    await kernel.get(Session).connect({ connectorId: announced })
    const { address } = stack.accounts[0]!
    expect(getAccount(config)).toMatchObject({ status: 'connected', address, chainId: stack.chainId })
    expect(getAccount(config).addresses).toHaveLength(2)

    const signature = await signMessage(config, { message: 'Hello' })
    expect(await verifyMessage({ address: address as `0x${string}`, message: 'Hello', signature })).toBe(true)

    await kernel.get(Networks).switch(networkIdOf(other))
    expect(getAccount(config).chainId).toBe(other.chainId)
    await switchChain(config, { chainId: stack.chainId })
    expect(kernel.get(Networks).active('eip155')?.id).toBe(networkIdOf(stack))
    expect(getAccount(config).chainId).toBe(stack.chainId)

    const to = stack.accounts[3]!.address as `0x${string}`
    const before = await stack.client.getBalance({ address: to })
    const hash = await sendTransaction(config, { to, value: 5n })
    await stack.client.waitForTransactionReceipt({ hash })
    expect(await stack.client.getBalance({ address: to })).toBe(before + 5n)

    await kernel.get(Session).disconnect()
    expect(getAccount(config).status).toBe('disconnected')
  })

  it('gives the connector its name and picture while it is connected', async () => {
    const { kernel, config, connector, wallet } = await started()
    expect([connector.name, connector.icon]).toEqual(['Latchkey', undefined])
    await kernel.get(Session).connect({ connectorId: announced })
    const shown = getAccount(config).connector
    expect([shown?.name, shown?.icon]).toEqual([wallet.info.name, wallet.info.icon])
    await disconnect(config)
    expect([connector.name, connector.icon]).toEqual(['Latchkey', undefined])
  })

  it('has the active account first', async () => {
    const { kernel, config } = await started()
    const session = kernel.get(Session)
    const { id, accounts } = await session.connect({ connectorId: announced })
    session.setActiveAccount({ namespace: 'eip155', connectionId: id, accountId: accounts[1]!.id })
    await vi.waitFor(() => expect(getAccount(config).address).toBe(accounts[1]!.address))
  })

  it('ends when wagmi disconnects, and connects again', async () => {
    const { kernel, config, connector } = await started()
    await kernel.get(Session).connect({ connectorId: announced })
    await disconnect(config)
    expect(kernel.get(Session).state.connections).toEqual([])
    expect(getAccount(config).status).toBe('disconnected')
    await kernel.get(Session).connect({ connectorId: announced })
    expect(getAccount(config)).toMatchObject({ status: 'connected', connector: { uid: connector.uid } })
  })
})

describe('connecting through wagmi', () => {
  it('opens the modal, and is connected when the person has chosen a wallet', async () => {
    const { kernel, config, connector } = await started()
    const navigation = kernel.get(Navigation)
    navigation.attach(() => true)
    const connecting = connect(config, { connector, chainId: other.chainId })
    await vi.waitFor(() => expect(navigation.state.entries.at(-1)?.name).toBe(ConnectRoute.name))
    await kernel.get(Session).connect({ connectorId: announced })
    expect(await connecting).toMatchObject({ chainId: other.chainId })
    expect(getAccount(config).status).toBe('connected')
  })

  it('fails as declined when the person closes the modal, and says so when there is none', async () => {
    const { kernel, config, connector } = await started()
    await expect(connect(config, { connector })).rejects.toMatchObject({ code: 'MODAL_MISSING' })
    const navigation = kernel.get(Navigation)
    navigation.attach(() => true)
    const connecting = connect(config, { connector })
    await vi.waitFor(() => expect(navigation.state.open).toBe(true))
    navigation.close()
    await expect(connecting).rejects.toMatchObject({
      code: 'USER_REJECTED',
      shortMessage: 'No wallet was chosen. Choose one to connect.',
    })
    expect(getAccount(config).status).toBe('disconnected')
  })

  it('returns accounts with capabilities where they are asked for', async () => {
    const { kernel, config, connector } = await started()
    await kernel.get(Session).connect({ connectorId: announced })
    await disconnect(config)
    kernel.get(Navigation).attach(() => true)
    const connecting = connect(config, { connector, withCapabilities: true })
    await vi.waitFor(() => expect(kernel.get(Navigation).state.open).toBe(true))
    await kernel.get(Session).connect({ connectorId: announced })
    const { accounts } = await connecting
    expect(accounts[0]).toEqual({ address: stack.accounts[0]!.address, capabilities: {} })
  })
})

it('takes up the session of before a reload when wagmi reconnects', async () => {
  addWallet()
  const storage = memoryStorage()
  const first = makeKernel(storage)
  await first.start()
  await first.get(Session).connect({ connectorId: announced })
  await first.dispose()

  const kernel = makeKernel(storage)
  const config = makeConfig(kernel)
  const reconnecting = reconnect(config)
  await kernel.start()
  expect(await reconnecting).toHaveLength(1)
  expect(getAccount(config)).toMatchObject({ status: 'connected', address: stack.accounts[0]!.address })
})

it('refuses a chain that the app does not list', async () => {
  const { kernel, connector } = await started()
  await kernel.get(Session).connect({ connectorId: announced })
  await expect(connector.switchChain!({ chainId: 424242 })).rejects.toMatchObject({
    code: 'NETWORK_NOT_FOUND',
  })
})
