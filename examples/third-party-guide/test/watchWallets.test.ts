import { createKernel } from '@latchkey/kernel'
import { Connector, type ConnectorContribution, definePlugin, Namespace } from '@latchkey/kernel/plugin'
import { connectorSuite, type ConnectorHarness, fakeNamespace, fakeStorage } from '@latchkey/kernel/testing'
import { Session, Wallets } from '@latchkey/kernel/wallet'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchWallets } from '../guide/chain/watchWallets.js'
import { createExampleApi, isAddress, own } from './createExampleApi.js'

beforeEach(() => void vi.stubGlobal('window', new EventTarget()))
afterEach(() => void vi.unstubAllGlobals())

const chain = definePlugin({
  id: 'com.example.chain',
  kernel: '^1.0.0',
  setup(context) {
    context.add(Namespace, fakeNamespace('example', ['mainnet'], { isAddress }))
    return { start: () => context.defer(watchWallets(context)) }
  },
})

/** A wallet of the Wallet Standard around the example’s own. */
function createStandardWallet(name = 'Example wallet') {
  const wallet = createExampleApi()
  const listed = async (answer: Promise<unknown>) => {
    const addresses = await answer
    return { accounts: Array.isArray(addresses) ? addresses.map((address) => ({ address })) : addresses }
  }
  const connect = ({ silent = false } = {}) => listed(silent ? wallet.api.accounts() : wallet.api.connect())
  const target = { version: '1.0.0', name, features: { 'standard:connect': { version: '1.0.0', connect } } }
  return { wallet, target }
}

interface StandardApi {
  register(...wallets: readonly unknown[]): () => void
}

/** Registers as the standard says: whichever of the wallet and the page comes first. @returns what takes it back */
function register(target: unknown): () => void {
  const stops = new Set<() => void>()
  const offer = (api: StandardApi) => void stops.add(api.register(target))
  const hear = (event: Event) => offer((event as CustomEvent<StandardApi>).detail)
  window.addEventListener('wallet-standard:app-ready', hear)
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: offer }))
  return () => {
    window.removeEventListener('wallet-standard:app-ready', hear)
    for (const stop of stops) stop()
  }
}

async function startKernel(storage = fakeStorage()) {
  const kernel = createKernel([chain], { logLevel: 'silent', storage })
  await kernel.start()
  return { kernel, names: () => kernel.list(Connector).map(({ name }) => name) }
}

connectorSuite({
  test,
  namespace: 'example',
  networkIds: ['example:mainnet'],
  isAddress,
  lacks: ['changeAccount', 'listeners'],
  async create(): Promise<ConnectorHarness> {
    const { wallet, target } = createStandardWallet()
    const remove = register(target)
    const { kernel } = await startKernel()
    return {
      ...wallet,
      connector: kernel.list(Connector)[0] as ConnectorContribution,
      fail: () => wallet.fails({ code: -32603, message: 'Internal error' }),
      throws: wallet.fails,
      prompts: () => wallet.state.prompts,
      remove,
      async stop() {
        await kernel.dispose()
        remove()
      },
    }
  },
})

test('offers wallets that were there before, those that come later, and none that has left', async () => {
  const early = register(createStandardWallet('Early').target)
  const { kernel, names } = await startKernel()
  expect(names()).toEqual(['Early'])
  const late = register(createStandardWallet('Late').target)
  expect(names()).toEqual(['Early', 'Late'])
  early()
  expect(names()).toEqual(['Late'])
  await kernel.dispose()
  expect(names()).toEqual([])
  late()
})

test('offers nothing of what is no wallet', async () => {
  const { kernel, names } = await startKernel()
  const unnamed = createStandardWallet('').target
  const rubbish = [null, 'wallet', {}, { name: 'Empty' }, { name: 'No function', features: {} }, unnamed]
  for (const target of rubbish) register(target)
  expect(names()).toEqual([])
  await kernel.dispose()
})

test('takes a session up again without a prompt', async () => {
  const { wallet, target } = createStandardWallet()
  const remove = register(target)
  const storage = fakeStorage()
  const first = await startKernel(storage)
  const [connector] = first.kernel.list(Connector)
  await first.kernel.get(Session).connect({ connectorId: connector?.id ?? '' })
  await first.kernel.dispose()
  const second = await startKernel(storage)
  await expect.poll(() => second.kernel.get(Wallets).active()?.account.address).toBe(own)
  expect(wallet.state.prompts).toBe(1)
  await second.kernel.dispose()
  remove()
})

test('takes up none of two that look the same, and offers both', async () => {
  const removes = [createStandardWallet(), createStandardWallet()].map(({ target }) => register(target))
  const { kernel, names } = await startKernel()
  expect(names()).toEqual(['Example wallet', 'Example wallet'])
  expect(kernel.list(Connector).map(({ restore }) => restore)).toEqual([undefined, undefined])
  await kernel.dispose()
  for (const remove of removes) remove()
})
