import { type Account, definePlugin, Feature, Namespace, type NetworkId } from '@latchkey/kernel/plugin'
import { capability, PaymentRequest, Holdings, type HoldingsService } from '@latchkey/kernel/contracts'
import { Navigation, Networks } from '@latchkey/kernel/wallet'
import { fakeAccount, fakeNamespace, pluginSuite } from '@latchkey/kernel/testing'
import { createKernel, memoryStorage, type PluginInput } from '@latchkey/kernel'
import { bip122, bitcoinMainnet, bitcoinRegtest } from '@latchkey/plugin-bip122'
import { eip155 } from '@latchkey/plugin-eip155'
import { kusamaAssetHub, polkadot, polkadotAssetHub } from '@latchkey/plugin-polkadot'
import { solana, solanaDevnet, solanaMainnet } from '@latchkey/plugin-solana'
import { afterEach, describe, expect, it, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { Receive, receive, type ReceiveOptions, ReceiveRoute } from './index.js'

const chain = (id: number, name: string) => ({
  id,
  name,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
})
const alice = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const usdc = { address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', decimals: 6, symbol: 'USDC' }
const evmAccount = fakeAccount('eip155:1', alice)

let dispose: (() => Promise<void>) | undefined
afterEach(() => dispose?.())

function receiveOn(plugins: readonly PluginInput[], options?: ReceiveOptions) {
  const kernel = createKernel([...plugins, receive(options)], {
    storage: memoryStorage(),
    logLevel: 'silent',
  })
  dispose = () => kernel.dispose()
  return { kernel, service: kernel.get(Receive) }
}

const evm = () =>
  eip155({ networks: [chain(1, 'Ethereum'), chain(8453, 'Base')], discovery: false, injected: false })

describe('plugin', () => {
  pluginSuite({ test, create: () => receive(), manifest })
})

describe('networks', () => {
  it('are all of the account’s namespace, the active one first', async () => {
    const { kernel, service } = receiveOn([evm()])
    await kernel.get(Networks).switch('eip155:8453')
    const ids = (await service.networks(evmAccount)).map(({ network, address }) => [network.id, address])
    expect(ids).toEqual([
      ['eip155:8453', alice],
      ['eip155:1', alice],
    ])
  })

  it('leave out one that has closed', async () => {
    const closed = { on: '2026-07-31', say: 'Move what you hold.' }
    const networks = [chain(1, 'Ethereum'), { ...chain(9, 'Ended'), closed }]
    const { service } = receiveOn([eip155({ networks, discovery: false, injected: false })])
    const ids = (await service.networks(evmAccount)).map(({ network }) => network.id)
    expect(ids).toEqual(['eip155:1'])
  })

  it('is only the active one for a smart account', async () => {
    const { service } = receiveOn([evm()])
    const found = await service.networks({ ...evmAccount, kind: 'smartAccount' })
    expect(found.map(({ network }) => network.id)).toEqual(['eip155:1'])
  })

  it('writes the address as each network does', async () => {
    const { service } = receiveOn([polkadot({ networks: [polkadotAssetHub, kusamaAssetHub] })])
    const account = fakeAccount(polkadotAssetHub.id, '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5')
    expect((await service.networks(account)).map(({ address }) => address)).toEqual([
      '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
      'HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F',
    ])
  })

  it('leaves out those where the address is nobody’s', async () => {
    const { service } = receiveOn([
      bip122({
        networks: [bitcoinMainnet, bitcoinRegtest],
        esploraUrls: { [bitcoinRegtest.id]: 'http://127.0.0.1:1' },
      }),
    ])
    const account = fakeAccount(bitcoinRegtest.id, 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080')
    expect((await service.networks(account)).map(({ network }) => network.id)).toEqual([bitcoinRegtest.id])
  })
})

describe('links', () => {
  const link = (account: Account, networkId: NetworkId, amount?: string, token?: typeof usdc) => ({
    account,
    networkId,
    ...(amount === undefined ? {} : { amount }),
    ...(token ? { token } : {}),
  })

  it('are the plain address until something is asked for', async () => {
    const { service } = receiveOn([evm()])
    expect(await service.link(link(evmAccount, 'eip155:1'))).toEqual({ address: alice })
    expect(await service.link(link(evmAccount, 'eip155:1', ''))).toEqual({ address: alice })
    expect(await service.link(link(evmAccount, 'eip155:1', '0.00'))).toEqual({ address: alice })
    expect(await service.link(link(evmAccount, 'eip155:1', '1.5'))).toEqual({
      address: alice,
      uri: `ethereum:${alice}@1?value=1500000000000000000`,
    })
    expect(await service.link(link(evmAccount, 'eip155:1', '', usdc))).toEqual({
      address: alice,
      uri: `ethereum:${usdc.address}@1/transfer?address=${alice}`,
    })
  })

  it('count in the decimals of what is asked for, and refuse what does not exist', async () => {
    const { service } = receiveOn([evm()])
    const { uri } = await service.link(link(evmAccount, 'eip155:1', '2.5', usdc))
    expect(uri).toMatch(/&uint256=2500000$/)
    expect((await service.link(link(evmAccount, 'eip155:1', '.5', usdc))).uri).toMatch(/&uint256=500000$/)
    for (const amount of ['0.0000001', '1e6', '-1', 'all', '1,5']) {
      await expect(service.link(link(evmAccount, 'eip155:1', amount, usdc))).rejects.toMatchObject({
        code: 'RECEIVE_AMOUNT',
        shortMessage: 'There is no such amount of USDC. Enter one with at most 6 decimals.',
      })
    }
  })

  it('say where the account cannot be paid', async () => {
    const { service } = receiveOn([bip122({ networks: [bitcoinMainnet] })])
    const account = fakeAccount(bitcoinRegtest.id, 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080')
    await expect(service.link(link(account, bitcoinMainnet.id))).rejects.toMatchObject({
      code: 'RECEIVE_NETWORK',
      shortMessage: 'This account can’t be paid on Bitcoin. Choose another network.',
    })
  })

  it('say that the app does not list the network, or has no such chain, before any address is shown', async () => {
    const { service } = receiveOn([evm()])
    await expect(service.link(link(evmAccount, 'eip155:10', '5'))).rejects.toMatchObject({
      code: 'NETWORK_UNDEFINED',
      shortMessage: 'CaipNetwork is undefined',
      metaMessages: ['The app does not list "eip155:10".'],
    })
    await expect(service.link(link(fakeAccount('cosmos:1', 'cosmos1'), 'cosmos:1'))).rejects.toMatchObject({
      code: 'CHAIN_NOT_SUPPORTED',
      shortMessage: 'Chain is not supported',
      metaMessages: ['Chain: cosmos:1'],
    })
  })

  it('work for a chain that knows no links, by its plain address', async () => {
    const cosmos = definePlugin({
      id: 'test.cosmos',
      kernel: '^1.0.0',
      setup: (context) => void context.add(Namespace, fakeNamespace('cosmos', ['hub'])),
    })
    const { service } = receiveOn([cosmos])
    const account = fakeAccount('cosmos:hub', 'cosmos1abc')
    expect(service.offers('cosmos:hub')).toEqual({ amounts: false, tokens: false })
    expect(await service.networks(account)).toMatchObject([{ address: 'cosmos1abc' }])
    expect(await service.link(link(account, 'cosmos:hub'))).toEqual({ address: 'cosmos1abc' })
  })

  it('are those of a third party’s chain, by one capability', async () => {
    const chainPlugin = definePlugin({
      id: 'test.chain',
      kernel: '^1.0.0',
      setup(context) {
        const create = async ({ address, amount }: { address: string; amount?: bigint }) => ({
          address,
          uri: `test:${address}?a=${amount}`,
        })
        const links = capability(PaymentRequest, { amounts: true, tokens: false, create })
        context.add(Namespace, fakeNamespace('test', ['1'], { capabilities: [links] }))
      },
    })
    const { service } = receiveOn([chainPlugin])
    const { uri } = await service.link(link(fakeAccount('test:1', 'abc'), 'test:1', '1'))
    expect(uri).toBe('test:abc?a=1000000000000000000')
  })
})

describe('tokens', () => {
  const holdings = (read: HoldingsService['read']) =>
    definePlugin({
      id: 'test.holdings',
      kernel: '^1.0.0',
      provides: [Holdings],
      setup: (context) => context.provide(Holdings, () => ({ read })),
    })
  const dai = {
    address: '0x6B175474E89094C44Da98b954EedeAC495271d0F',
    decimals: 18,
    symbol: 'DAI',
    name: 'Dai',
  }

  it('are the host’s first, then those the account holds, each once', async () => {
    const { service } = receiveOn(
      [
        evm(),
        holdings(async ({ networkId }) => ({
          source: 'chain',
          problems: [],
          holdings: [
            { networkId, name: 'Ether', amount: { value: 1n, decimals: 18, symbol: 'ETH' } },
            {
              networkId,
              address: usdc.address,
              name: 'Again',
              amount: { value: 1n, decimals: 6, symbol: 'USDC' },
            },
            {
              networkId,
              address: dai.address,
              name: 'Dai',
              amount: { value: 0n, decimals: 18, symbol: 'DAI' },
            },
          ],
        })),
      ],
      { tokens: { 'eip155:1': [usdc] } },
    )
    expect(await service.tokens('eip155:1', alice)).toEqual([usdc, dai])
    expect((await service.tokens('eip155:8453', alice)).map(({ symbol }) => symbol)).toEqual(['USDC', 'DAI'])
  })

  it('are the host’s alone when what the account holds cannot be read', async () => {
    const { service } = receiveOn([evm(), holdings(() => Promise.reject(new Error('down')))], {
      tokens: { 'eip155:1': [usdc] },
    })
    expect(await service.tokens('eip155:1', alice)).toEqual([usdc])
  })

  it('are none where links can name none', async () => {
    const { service } = receiveOn([bip122({ networks: [bitcoinMainnet] })], {
      tokens: { [bitcoinMainnet.id]: [usdc] },
    })
    expect(await service.tokens(bitcoinMainnet.id, 'x')).toEqual([])
  })
})

describe('what is asked for', () => {
  it('takes what the view was opened with once, and forgets it with another network', async () => {
    const { kernel, service } = receiveOn([evm(), solana({ networks: [solanaMainnet, solanaDevnet] })])
    const params = { networkId: 'eip155:8453' as NetworkId, amount: '1.5', token: usdc }
    service.take(params)
    expect(service.state).toEqual(params)
    service.setNetwork('eip155:1')
    expect(service.state).toEqual({ networkId: 'eip155:1', amount: '1.5', token: undefined })
    service.take(params)
    expect(service.state.networkId).toBe('eip155:1')
    await kernel.get(Networks).switch('eip155:8453')
    expect(service.state).toEqual({ networkId: undefined, amount: '', token: undefined })
  })

  it('cuts an amount to the decimals of the token', () => {
    const { service } = receiveOn([evm()])
    service.setAmount('1.123456789')
    service.setToken('eip155:1', usdc)
    expect(service.state).toMatchObject({ networkId: 'eip155:1', amount: '1.123456' })
    service.setToken('eip155:1', { ...usdc, decimals: 0 })
    expect(service.state.amount).toBe('1')
  })

  it('opens the view from the action of the account', async () => {
    const { kernel } = receiveOn([evm()])
    expect(kernel.list(Feature)).toMatchObject([
      { id: 'receive', label: { section: 'receive', key: 'title', text: 'Receive' } },
    ])
    const navigation = kernel.get(Navigation)
    const detach = navigation.attach((name) => name === ReceiveRoute.name)
    kernel.list(Feature)[0]?.open()
    expect(navigation.state.entries.map(({ name }) => name)).toEqual(['WalletReceive'])
    detach()
  })
})
