import { createKernel } from '@latchkey/kernel'
import { SignMessage } from '@latchkey/kernel/contracts'
import {
  Connector,
  type ConnectorContribution,
  Namespace,
  type NamespaceContribution,
} from '@latchkey/kernel/plugin'
import {
  capabilitySuite,
  type CapabilityHarness,
  connectorSuite,
  type ConnectorHarness,
  fakeStorage,
  pluginSuite,
} from '@latchkey/kernel/testing'
import { afterEach, expect, test } from 'vitest'
import { example } from '../guide/chain/example-2.js'
import manifest from '../guide/chain/manifest.json'
import { createExampleApi, isAddress, isSigned, own } from './createExampleApi.js'
import { exampleNetwork } from './exampleNetwork.js'
import { startPage } from './startPage.js'

let stop: (() => Promise<void>) | undefined
afterEach(async () => {
  await stop?.()
  stop = undefined
})

/** Puts a wallet on the page, and sets up the plugin beside it. */
function setUp() {
  const wallet = createExampleApi()
  const remove = () => void Reflect.deleteProperty(globalThis, 'exampleWallet')
  Reflect.set(globalThis, 'exampleWallet', wallet.api)
  const kernel = createKernel([example([exampleNetwork()])], { logLevel: 'silent', storage: fakeStorage() })
  const { fails: throws, ...steered } = wallet
  const harness = {
    ...steered,
    throws,
    prompts: () => wallet.state.prompts,
    async stop() {
      await kernel.dispose()
      remove()
    },
  }
  return { kernel, harness, remove }
}

pluginSuite({ test, create: () => example([exampleNetwork()]), manifest })

connectorSuite({
  test,
  namespace: 'example',
  networkIds: ['example:mainnet'],
  isAddress,
  // The wallet of the guide tells the page nothing by itself.
  lacks: ['changeAccount', 'listeners'],
  create(): ConnectorHarness {
    const { kernel, harness, remove } = setUp()
    return {
      ...harness,
      connector: kernel.list(Connector)[0] as ConnectorContribution,
      fail: () => harness.throws({ code: -32603, message: 'Internal error' }),
      remove,
    }
  },
})

capabilitySuite({
  test,
  create(): CapabilityHarness {
    const { kernel, harness } = setUp()
    return {
      ...harness,
      namespace: kernel.list(Namespace)[0] as NamespaceContribution,
      networkId: 'example:mainnet',
      account: { id: `example:mainnet:${own}`, namespace: 'example', address: own, kind: 'eoa' },
      provider: Reflect.get(globalThis, 'exampleWallet'),
      inputs: {},
      verify: ({ signature }, text) => isSigned(text, signature),
    }
  },
})

test('connects the wallet of the page, and signs with its key', async () => {
  const page = await startPage()
  stop = page.stop
  await page.connect()
  const active = page.wallets.active()
  expect(active?.account.address).toBe(own)
  const signed = await active?.use(SignMessage)?.sign({ message: 'Hello' })
  expect(signed?.type).toBe('example')
  expect(isSigned('Hello', signed?.signature)).toBe(true)
  expect(isSigned('Hello!', signed?.signature)).toBe(false)
})

test('tells a page without the wallet that it is missing', async () => {
  const page = await startPage()
  stop = page.stop
  page.remove()
  await expect(page.connect()).rejects.toMatchObject({ code: 'WALLET_NOT_FOUND' })
})
