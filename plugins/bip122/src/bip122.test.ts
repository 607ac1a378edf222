import { createKernel } from '@latchkey/kernel'
import { definePlugin, Namespace, type NetworkId } from '@latchkey/kernel/plugin'
import { connectorSuite, fakeClock, namespaceSuite, pluginSuite } from '@latchkey/kernel/testing'
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { fakeKey } from '../test/fakeKeys.js'
import { createFakeSource } from '../test/fakeSource.js'
import {
  createLeatherFake,
  createRequestFake,
  createStandardFake,
  createUnisatFake,
} from '../test/fakeWallets.js'
import {
  bip122,
  bitcoinMainnet,
  bitcoinRegtest,
  bitcoinSignet,
  bitcoinTestnet,
  bitcoinTestnet4,
  UtxoSource,
} from './index.js'
import { createConnector } from './lazy/createConnector.js'
import { createOpener } from './lazy/openConnection.js'
import type { WalletDialect } from './lazy/foundWallet.js'

beforeEach(() => vi.stubGlobal('window', new EventTarget()))
afterEach(() => vi.unstubAllGlobals())

describe('options', () => {
  const problemsOf = (options: unknown) => {
    try {
      bip122(options as never)
      return undefined
    } catch (error) {
      expect(error).toMatchObject({ code: 'BIP122_OPTIONS_INVALID' })
      return (error as Error).message
    }
  }

  it.each([
    ['no network', { networks: [] }],
    ['no list', { networks: 'mainnet' }],
    ['nothing in the list', { networks: [null] }],
    ['a network of one’s own', { networks: [{ ...bitcoinMainnet, id: 'bip122:abc' }] }],
    ['a network twice', { networks: [bitcoinMainnet, bitcoinMainnet] }],
    ['a network without endpoint', { networks: [bitcoinRegtest] }],
    ['an endpoint that is none', { esploraUrls: { [bitcoinMainnet.id]: 'localhost' } }],
    ['an endpoint for another network', { esploraUrls: { [bitcoinSignet.id]: 'https://x.example' } }],
  ])('names every mistake: %s', (_, options) => {
    expect(problemsOf(options)).toMatchSnapshot()
  })

  it('needs none, lists mainnet, and needs no endpoint with a source of the host’s', () => {
    expect(problemsOf(undefined)).toBeUndefined()
    expect(problemsOf({ networks: [bitcoinRegtest], source: createFakeSource() })).toBeUndefined()
    const all = [bitcoinMainnet, bitcoinTestnet, bitcoinTestnet4, bitcoinSignet]
    expect(problemsOf({ networks: all })).toBeUndefined()
    expect(all.map(({ id }) => id)).toEqual([
      'bip122:000000000019d6689c085ae165831e93',
      'bip122:000000000933ea01ad0ee984209779ba',
      'bip122:00000000da84f2bafbbc53dee25a72ae',
      'bip122:00000008819873e925422c1ff0f99f7c',
    ])
  })
})

describe('the source', () => {
  const balanceOf = async (kernel: ReturnType<typeof createKernel>) =>
    kernel.get(UtxoSource).balance({ networkId: bitcoinMainnet.id, address: 'x' })
  const source = { ...createFakeSource(), balance: async () => ({ confirmed: 3n, pending: 4n }) }

  it('is the host’s when it gives one', async () => {
    const kernel = createKernel([bip122({ source })], { onPluginError: 'throw' })
    expect(await balanceOf(kernel)).toEqual({ confirmed: 3n, pending: 4n })
    await kernel.dispose()
  })

  it('is another plugin’s when the host says so', async () => {
    const provider = definePlugin({
      id: 'example.source',
      kernel: '^1.0.0',
      provides: [UtxoSource],
      setup: (context) => context.provide(UtxoSource, () => source),
    })
    const kernel = createKernel([bip122({ source: false }), provider], { onPluginError: 'throw' })
    expect(await balanceOf(kernel)).toEqual({ confirmed: 3n, pending: 4n })
    await kernel.dispose()
    const alone = createKernel([bip122({ source: false })], { logLevel: 'silent' })
    expect(alone.state.plugins['bip122']?.error?.code).toBe('PLUGIN_MISSING_SERVICE')
    await alone.dispose()
  })
})

it('takes addresses of the networks that the app uses alone', () => {
  const isAddress =
    (networks = [bitcoinMainnet], networkId?: NetworkId) =>
    (value: string) =>
      createKernel([bip122({ networks, source: createFakeSource() })])
        .list(Namespace)[0]
        ?.isAddress(value, networkId)
  const [main, test3, regtest] = (['mainnet', 'testnet', 'regtest'] as const).map(
    (chain) => fakeKey(1, 'p2wpkh', chain).address,
  ) as [string, string, string]
  expect([main, test3, regtest].map(isAddress())).toEqual([true, false, false])
  expect([main, test3, regtest].map(isAddress([bitcoinSignet, bitcoinRegtest]))).toEqual([false, true, true])
  // Of a network that is named, listed or not.
  const of = (networkId: NetworkId) => isAddress([bitcoinSignet], networkId)
  expect([main, test3, regtest].map(of(bitcoinMainnet.id))).toEqual([true, false, false])
  expect([main, test3, regtest].map(of(bitcoinSignet.id))).toEqual([false, true, false])
  expect([main, test3, regtest].map(of('bip122:0'))).toEqual([false, false, false])
})

describe('conformance of the plugin', () => {
  pluginSuite({ test, create: () => bip122(), manifest })
})

describe('conformance of the namespace', () => {
  const segwit = fakeKey(1, 'p2wpkh', 'mainnet').address
  namespaceSuite({
    test,
    create: () => createKernel([bip122()], { onPluginError: 'throw' }).list(Namespace)[0]!,
    valid: [
      segwit,
      segwit.toUpperCase(),
      fakeKey(1, 'p2tr', 'mainnet').address,
      fakeKey(1, 'p2sh', 'mainnet').address,
      fakeKey(1, 'p2pkh', 'mainnet').address,
    ],
    invalid: [
      fakeKey(1, 'p2wpkh', 'testnet').address,
      fakeKey(1, 'p2pkh', 'mainnet').address.toLowerCase(),
      `${segwit}q`,
    ],
    same: [[segwit, segwit.toUpperCase()]],
  })
})

describe.each([
  ['standard', createStandardFake, 'bitcoin:connect'],
  ['request', createRequestFake, 'wallet_connect'],
  ['request', createLeatherFake, 'getAddresses'],
  ['unisat', createUnisatFake, 'requestAccounts'],
] as const)('conformance of a connector: %s', (dialect: WalletDialect, createFake, prompt) => {
  const isSilent = prompt !== 'getAddresses'
  connectorSuite({
    test,
    namespace: 'bip122',
    networkIds: [bitcoinMainnet.id],
    lacks: [
      'listeners',
      'hold',
      'remove',
      'forget',
      ...(createFake === createLeatherFake ? (['changeAccount'] as const) : []),
    ],
    // Leather has no way to say without a prompt who they are.
    skip: isSilent ? [] : ['restore'],
    create() {
      const fake = createFake()
      const log = { error() {}, warn() {}, info() {}, debug() {} }
      const networks = new Map([[bitcoinMainnet.id, bitcoinMainnet]])
      const opener = createOpener({ networks, clock: fakeClock(), log })
      const found = { slug: 'fake', name: 'Fake', group: 'announced', dialect, target: fake.target } as const
      const next = (reply: () => unknown) =>
        fake.answer(prompt, (...parameters) => {
          fake.answer(prompt, undefined)
          void parameters
          return reply()
        })
      const fails = (error: unknown) => next(() => Promise.reject(error))
      const settle = () => new Promise<void>((resolve) => setTimeout(resolve, 10))
      const other = fakeKey(4, 'p2wpkh', 'mainnet')
      const events = {
        standard: () => fake.emit('refresh'),
        request: () => fake.emit('accountChange', { type: 'accountChange' }),
        unisat: () => fake.emit('accountsChanged', [other.address]),
      }
      return {
        connector: createConnector({ id: 'bip122.fake', isAlone: true }, found, async () => opener),
        // sats-connect has a number of its own.
        reject: () => fails({ code: prompt === 'wallet_connect' ? -32000 : 4001, message: 'no' }),
        fail: () => fails({ code: -32603, message: 'broken' }),
        throws: fails,
        hang: () => next(() => new Promise(() => {})),
        prompts: () => fake.calls.filter(({ method }) => method === prompt).length,
        // Leather tells of nothing.
        ...(createFake !== createLeatherFake && {
          async changeAccount() {
            Object.assign(fake, { keys: [other] })
            events[dialect]()
            await settle()
          },
        }),
      }
    },
  })
})
